// Types of the page, for the check by tsc only. Every script has them.

interface Answer { status: number; type: string; body: string }

interface AskOptions {
  signal?: AbortSignal;
  progress?: (p: { share: number; nodes: number }) => void;
}

/** What op read answers, as far as the page uses it. */
interface Info {
  puzzle: 'hidoku' | 'magic' | 'draughtboard';
  moves?: string;
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
  /** The headers of a variant, while the puzzle is edited. */
  headers?: Record<string, string>;
  stones?: { name: string; text: string; use?: string; kind?: number; least?: number; noFlips?: boolean; noTurns?: boolean }[];
  variant?: string;
  beside?: number[][];
  torus?: boolean;
  closed?: boolean;
  order?: string[];
  ranked?: boolean;
  lines?: LineOfSum[];
  form?: string;
  numbers?: number[];
  free?: boolean;
  gaps?: [number, number];
  title?: string;
  author?: string;
  labels?: string[];
  claim?: string;
  /** Numbers that stand twice, with the cell before, or that the puzzle has not. */
  faults?: { cell: string; value: number; before?: string }[];
  text: string;
}

/** A line of a magic board: products that are added up. All lines without a sum have the same. */
interface LineOfSum { terms: { cells: string[]; minus?: boolean }[]; sum?: number }

/** A cell of a board on the page. */
interface Cell { name: string; row: number; col: number; x: number; y: number; path: SVGElement }

/** One cell of a stone. */
interface StoneCell { row: number; col: number; colour: 'B' | 'W' | 'X' }

/** A stone of a game, named as those like it. Files have its label. A bare cell counts as one. */
interface GameStone { name: string; label: string; cells: StoneCell[]; kind: number; least: number; flips: boolean; turns: boolean; bare: boolean }

/** A stone on the board: its cells are relative to row and col. */
interface Placed { stone: number; cells: StoneCell[]; row: number; col: number }

/** A view of the page: one tab. */
interface View {
  /** Shows the puzzle. It is called when the tab opens and when the puzzle changes. */
  open(info: Info, about?: { level?: string; kind?: string; day?: string }): void | Promise<void>;
  /** Ends what runs. */
  close?(): void;
}

declare function importScripts(...addresses: string[]): void; // in workers
