/** A board by rows: numbers, or the names of stones; null for holes and bare cells. */
export type Rows = (number | string | null)[][];

/** Options are named like the flags of the program. */
export interface Options { [flag: string]: string | number | boolean | undefined }

export interface SearchOptions extends Options {
  engine?: 'native' | 'sat' | 'dlx' | 'race';
  /** Such as "2s". */
  time?: string;
  nodes?: number;
}

export interface SolveOptions extends SearchOptions {
  /** At most so many solutions. */
  n?: number;
}

export interface Solved { solutions: Rows[]; /** There are no others. */ complete: boolean }
export interface Counted { file: string; count: number; complete: boolean; stopped?: string; detail?: string }
export interface Uniqueness { file: string; /** null if a limit came first */ unique: boolean | null; /** absent if a limit came first */ solutions?: 'none' | 'one' | 'several'; boards: Rows[]; differ?: string[] }

export interface Candidate { /** "line" for the line between two cells */ value: number | string | null; cells: string[] }

/** A step of a person, or the end of the steps, which has the member end. */
export interface Step {
  file: string;
  step?: number;
  technique?: string;
  level?: 'easy' | 'medium' | 'hard' | 'extreme';
  place?: Candidate[];
  remove?: Candidate[];
  because?: string[];
  text?: string;
  end?: 'solved' | 'stuck' | 'unsolvable';
}

export interface HintOptions extends Options {
  /** 1 for where to look, 2 for the cells, 3 for the step. */
  degree?: 1 | 2 | 3;
  skip?: number;
  /** The text of a board that is filled in part. */
  filled?: string;
}

export interface Grade { file: string; solutions: '1' | 'none' | 'several'; level?: string; stars?: number; score?: number; hardest?: string; solved: boolean }

export interface GenerateOptions extends Options {
  /** Such as hidoku, numbrix, rikudo, zip, magic, jodici, equation, draughtboard or pentominoes. */
  family: string;
  size?: string | number;
  difficulty?: 'easy' | 'medium' | 'hard' | 'extreme';
  seed?: number | string;
  count?: number;
}

export interface Made { file: string; number: number; seed: number; level?: string; hardest?: string; clues?: number; solutions: number; text: string; solution: Rows }

/** An answer that is no result: wrong input, a limit, or a fault. */
export class CrosscutError extends Error {
  kind: string;
  /** What was found before a limit. */
  answer?: unknown;
}

export function solve(text: string, options?: SolveOptions): Promise<Solved>;
export function count(text: string, options?: SearchOptions): Promise<Counted>;
export function unique(text: string, options?: SearchOptions): Promise<Uniqueness>;
export function hint(text: string, options?: HintOptions): Promise<Step>;
export function grade(text: string, options?: SearchOptions): Promise<Grade>;
export function generate(options: GenerateOptions): Promise<Made[]>;
/** Returns a picture as SVG. */
export function draw(text: string, options?: Options): Promise<string>;
/** Asks any operation of the engine. */
export function ask(operation: string, text: string, options?: Options, progress?: (p: { share: number; nodes: number }) => void): Promise<any>;
/** Ends the worker, and all questions that are open. The next question starts another one. */
export function end(): Promise<void>;
