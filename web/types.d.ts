// Types of the page, for the check by tsc only.

export interface Answer { status: number; type: string; body: string }

export interface AskOptions {
  signal?: AbortSignal;
  progress?: (p: { share: number; nodes: number }) => void;
}

/** What op read answers, as far as the page uses it. */
export interface Info {
  puzzle: 'hidoku' | 'magic' | 'draughtboard';
  moves?: 'king' | 'rook' | 'hex';
  width: number;
  height: number;
  cells: number;
  rows: (number | '' | null)[][];
  low?: number;
  high?: number;
  sum?: number;
  diagonals?: boolean;
  corner?: 'B' | 'W' | 'X';
  flips?: boolean;
  stones?: { name: string; text: string }[];
  variant?: string;
  title?: string;
  author?: string;
  labels?: string[];
  claim?: string;
  text: string;
}

/** A cell of a board on the page. */
export interface Cell { name: string; row: number; col: number; x: number; y: number; path: SVGElement }

/** One cell of a stone. */
export interface StoneCell { row: number; col: number; colour: 'B' | 'W' | 'X' }

/** A stone on the board: its cells are relative to row and col. */
export interface Placed { stone: number; cells: StoneCell[]; row: number; col: number }

/** A view of the page: one tab. */
export interface View {
  /** Shows the puzzle. It is called when the tab opens and when the puzzle changes. */
  open(info: Info): void | Promise<void>;
  /** Ends what runs. */
  close?(): void;
}

declare global {
  function importScripts(...addresses: string[]): void; // in workers
}
