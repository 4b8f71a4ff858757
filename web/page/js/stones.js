// A game on a draughtboard: stones, their turns, and where they lie. It knows nothing of
// the page.

import { nameOf, position } from './puzzle.js';

/** @typedef {Placed[]} State */

/** Returns the cells of a stone from its text, whose rows have B, W, X or _. @param {string} text @returns {StoneCell[]} */
export function parse(text) {
  const cells = /** @type {StoneCell[]} */ ([]);
  text.trimEnd().split('\n').forEach((line, row) => {
    [...line.replaceAll(/[, ]/g, '')].forEach((sign, col) => {
      if (sign !== '_') cells.push({ row, col, colour: /** @type {'B'|'W'|'X'} */ (sign) });
    });
  });
  return cells;
}

/** Moves the cells to the top left. @param {StoneCell[]} cells @returns {StoneCell[]} */
function normal(cells) {
  const top = Math.min(...cells.map((cell) => cell.row));
  const left = Math.min(...cells.map((cell) => cell.col));
  return cells.map((cell) => ({ ...cell, row: cell.row - top, col: cell.col - left }));
}

/** Turns a stone by a quarter, clockwise. @param {StoneCell[]} cells */
export function turned(cells) { return normal(cells.map((cell) => ({ ...cell, row: cell.col, col: -cell.row }))); }

/** Turns a stone over. @param {StoneCell[]} cells */
export function flipped(cells) { return normal(cells.map((cell) => ({ ...cell, col: -cell.col }))); }

/** Returns a stone in all ways in which it may lie. @param {GameStone} stone */
function versions({ cells, turns, flips }) {
  const all = [normal(cells)];
  for (let i = 0; turns && i < 3; i++) all.push(turned(all[i]));
  return flips ? [...all, ...all.map(flipped)] : all;
}

/** Returns the name of stone i, counted from 0: A to Z, AA and so on. @param {number} i @returns {string} */
export function stoneName(i) { return (i >= 26 ? stoneName(Math.floor(i / 26) - 1) : '') + String.fromCharCode(65 + (i % 26)); }

/** Returns where the cells of a stone lie. @param {Placed} placed */
const spotsOf = ({ row, col, cells }) => cells.map((cell) => ({ row: row + cell.row, col: col + cell.col, colour: cell.colour }));

/** Returns the name of stone i as pictures have it: A for A1 and A2 where these are alike. @param {NonNullable<Info['stones']>} stones @param {number} i */
export function drawnName(stones, i) {
  const { name, kind = i } = stones[stones[i].kind ?? i];
  const letters = name.replace(/\d+$/, '');
  const same = stones.filter((stone) => stone.name.replace(/\d+$/, '') === letters);
  return same.length > 1 && same.every((stone) => stone.kind === kind) ? letters : name;
}

const bareName = '×'; // stands on a cell that stays bare

export class Stones {
  /** @param {Info} info */
  constructor(info) {
    this.info = info;
    /** @type {GameStone[]} */
    this.stones = (info.stones ?? []).map((stone, i) => ({
      name: drawnName(info.stones ?? [], i), label: stone.name, cells: parse(stone.text), kind: stone.kind ?? i, least: stone.least ?? 1,
      flips: Boolean(info.flips && !stone.noFlips), turns: !stone.noTurns, bare: false,
    }));
    this.coloured = this.stones.some((stone) => stone.cells.some((cell) => cell.colour !== 'X'));
    /** @type {[number, number]} */
    this.gaps = info.gaps ?? [0, 0];
    if (info.gaps) this.stones.push({ name: bareName, label: bareName, cells: [{ row: 0, col: 0, colour: 'X' }], kind: this.stones.length, least: 0, flips: false, turns: false, bare: true });
  }

  /** Returns the stones beside the board. A bare cell is there while more cells may stay bare. @param {State} state */
  free(state) {
    const laid = state.map((placed) => placed.stone);
    return this.stones.map((_, i) => i).filter((i) => (this.stones[i].bare ? laid.filter((j) => i === j).length < this.gaps[1] : !laid.includes(i)));
  }

  /** Returns the stones of a kind that are beside the board. @param {State} state @param {number} stone one of the kind */
  alike(state, stone) { return this.free(state).filter((i) => this.stones[i].kind === this.stones[stone].kind); }

  /** Returns the colour of a square: that of the corner, if it is known, tells. @param {number} row @param {number} col @param {State} state */
  colourAt(row, col, state) {
    const corner = { row: 0, col: 0, colour: this.info.corner ?? 'X' };
    const known = [corner, ...corner.colour === 'X' ? state.flatMap(spotsOf) : []].find(({ colour }) => colour !== 'X');
    if (!known) return 'X';
    return ((row + col - known.row - known.col) % 2 === 0) === (known.colour === 'B') ? 'B' : 'W';
  }

  /** Returns the stone on each cell by the cell's name. @param {State} state @returns {Map<string, Placed>} */
  covered(state) {
    const covered = new Map();
    for (const placed of state) for (const { row, col } of spotsOf(placed)) covered.set(nameOf(row, col), placed);
    return covered;
  }

  /** Returns why a stone may not lie there, or "". @param {State} state without that stone @param {Placed} placed @returns {''|'noFitEdge'|'noFitTaken'|'noFitColour'} */
  misfit(state, placed) {
    const covered = this.covered(state);
    const spots = spotsOf(placed);
    if (spots.some(({ row, col }) => this.info.rows[row]?.[col] == null)) return 'noFitEdge';
    if (spots.some(({ row, col }) => covered.has(nameOf(row, col)))) return 'noFitTaken';
    const square = (/** @type {{row: number, col: number}} */ { row, col }) => this.colourAt(row, col, state);
    return spots.some((spot) => spot.colour !== 'X' && ![spot.colour, 'X'].includes(square(spot))) ? 'noFitColour' : '';
  }

  /**
   * Returns a stone beside the board as it lies on given cells: the named one, or one like it.
   * @param {State} state
   * @param {string|null} wanted its name, null for a bare cell
   * @param {string[]} names of the cells
   * @returns {Placed|undefined}
   */
  placedOn(state, wanted, names) {
    const spots = names.map(position);
    const row = Math.min(...spots.map((spot) => spot[0]));
    const col = Math.min(...spots.map((spot) => spot[1]));
    const key = spots.map((spot) => `${spot[0] - row},${spot[1] - col}`).sort().join();
    const isIt = (/** @type {number} */ i) => this.stones[i].label === (wanted ?? bareName);
    for (const stone of this.free(state).filter((i) => this.stones[i].bare === (wanted === null)).sort((a, b) => Number(isIt(b)) - Number(isIt(a)))) {
      for (const cells of versions(this.stones[stone])) {
        const placed = { stone, row, col, cells };
        if (cells.map((cell) => `${cell.row},${cell.col}`).sort().join() === key && !this.misfit(state, placed)) return placed;
      }
    }
    return undefined;
  }

  /** Reports whether enough stones of each kind lie on the board, and the right number of cells is bare. @param {State} state */
  full(state) {
    const laid = state.map((placed) => this.stones[placed.stone]).filter((stone) => !stone.bare);
    const bare = this.info.cells - laid.reduce((sum, stone) => sum + stone.cells.length, 0);
    return bare >= this.gaps[0] && bare <= this.gaps[1]
      && this.stones.every(({ kind, least }) => laid.filter((stone) => stone.kind === kind).length >= least);
  }

  /** Returns the label of a cell as solution files have it: upper case on black. @param {State} state @param {boolean} partial whether more stones may come */
  labels(state, partial) {
    const covered = this.covered(state);
    return (/** @type {string} */ name) => {
      const placed = covered.get(name);
      if (!placed) return this.info.gaps ? (partial ? '?' : '_') : '';
      if (this.stones[placed.stone].bare) return '_';
      const [row, col] = position(name);
      const { label } = this.stones[placed.stone];
      return this.coloured && this.colourAt(row, col, state) === 'W' ? label.toLowerCase() : label;
    };
  }

  /** Returns the stones of a filled board: rows of names, as solve answers them. @param {(string|null)[][]} rows @returns {State} */
  fromRows(rows) {
    const cells = /** @type {Map<string, {row: number, col: number}[]>} */ (new Map());
    rows.forEach((row, r) => row.map((label) => label?.toUpperCase() ?? '').forEach((name, c) => {
      if (name) cells.set(name, [...(cells.get(name) ?? []), { row: r, col: c }]);
    }));
    return this.stones.flatMap((stone, i) => {
      const list = cells.get(stone.label) ?? []; // a stone may be left out
      const row = Math.min(...list.map((cell) => cell.row));
      const col = Math.min(...list.map((cell) => cell.col));
      const placed = { stone: i, row, col, cells: list.map((cell) => ({ row: cell.row - row, col: cell.col - col, colour: this.colourIn(stone.cells, rows, cell) })) };
      return list.length > 0 ? [placed] : [];
    });
  }

  /** Returns the colour of a stone's cell on a filled board: X for plain stones. @param {StoneCell[]} stone @param {(string|null)[][]} rows @param {{row: number, col: number}} cell @returns {'B'|'W'|'X'} */
  colourIn(stone, rows, cell) {
    if (stone.every((part) => part.colour === 'X')) return 'X';
    const label = rows[cell.row][cell.col] ?? '';
    return label === label.toUpperCase() ? 'B' : 'W';
  }
}
