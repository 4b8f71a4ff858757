// A game on a draughtboard: stones, their turns, and where they lie. It knows nothing of
// the page.

import { nameOf } from './puzzle.js';

/** @typedef {import('../../types').Info} Info */
/** @typedef {import('../../types').StoneCell} StoneCell */
/** @typedef {import('../../types').Placed} Placed */
/** @typedef {Placed[]} State */

/**
 * Returns the cells of a stone from its text, whose rows have B, W, X or _.
 * @param {string} text
 * @returns {StoneCell[]}
 */
export function parse(text) {
  /** @type {StoneCell[]} */
  const cells = [];
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

/** Returns a stone in all its turns. @param {StoneCell[]} stone @param {boolean} flips */
function versions(stone, flips) {
  const all = [normal(stone)];
  for (let i = 0; i < 3; i++) all.push(turned(all[i]));
  return flips ? [...all, ...all.map(flipped)] : all;
}

/**
 * Returns the name of stone i, counted from 0: A to Z, AA and so on.
 * @param {number} i
 * @returns {string}
 */
export function stoneName(i) { return (i >= 26 ? stoneName(Math.floor(i / 26) - 1) : '') + String.fromCharCode(65 + (i % 26)); }

export class Stones {
  /** @param {Info} info */
  constructor(info) {
    this.info = info;
    this.stones = (info.stones ?? []).map((stone) => parse(stone.text));
    this.coloured = this.stones.some((stone) => stone.some((cell) => cell.colour !== 'X'));
  }

  /**
   * Returns the colour of a square: that of the corner, if it is known, tells.
   * @param {number} row
   * @param {number} col
   * @param {State} state
   */
  colourAt(row, col, state) {
    let corner = this.info.corner ?? 'X';
    if (corner === 'X') { // the first stone with a colour decides
      for (const placed of state) {
        for (const cell of placed.cells) {
          if (cell.colour === 'X' || corner !== 'X') continue;
          const even = (placed.row + cell.row + placed.col + cell.col) % 2 === 0;
          corner = even === (cell.colour === 'B') ? 'B' : 'W';
        }
      }
    }
    if (corner === 'X') return 'X';
    return ((row + col) % 2 === 0) === (corner === 'B') ? 'B' : 'W';
  }

  /**
   * Returns the stone on each cell by the cell's name.
   * @param {State} state
   * @returns {Map<string, Placed>}
   */
  covered(state) {
    const covered = new Map();
    for (const placed of state) for (const cell of placed.cells) covered.set(nameOf(placed.row + cell.row, placed.col + cell.col), placed);
    return covered;
  }

  /**
   * Reports whether a stone may lie there: on free cells of its colours.
   * @param {State} state without that stone
   * @param {Placed} placed
   */
  fits(state, placed) {
    const covered = this.covered(state);
    return placed.cells.every((cell) => {
      const [row, col] = [placed.row + cell.row, placed.col + cell.col];
      if (this.info.rows[row]?.[col] == null || covered.has(nameOf(row, col))) return false;
      const square = this.colourAt(row, col, state);
      return cell.colour === 'X' || square === 'X' || cell.colour === square;
    });
  }

  /**
   * Returns a stone beside the board as it lies on given cells: the named one, or one like it.
   * @param {State} state
   * @param {string} wanted its name
   * @param {string[]} names of the cells
   * @returns {Placed|undefined}
   */
  placedOn(state, wanted, names) {
    const spots = names.map((name) => (/^r(\d+)c(\d+)$/.exec(name) ?? []).slice(1).map((n) => Number(n) - 1));
    const row = Math.min(...spots.map((spot) => spot[0]));
    const col = Math.min(...spots.map((spot) => spot[1]));
    const key = spots.map((spot) => `${spot[0] - row},${spot[1] - col}`).sort().join();
    const laid = new Set(state.map((placed) => placed.stone));
    const free = this.stones.map((_, i) => i).filter((i) => !laid.has(i)).sort((a, b) => Number(stoneName(b) === wanted) - Number(stoneName(a) === wanted));
    for (const stone of free) {
      for (const cells of versions(this.stones[stone], this.info.flips ?? false)) {
        const placed = { stone, row, col, cells };
        if (cells.map((cell) => `${cell.row},${cell.col}`).sort().join() === key && this.fits(state, placed)) return placed;
      }
    }
    return undefined;
  }

  /** Reports whether every stone lies on the board. @param {State} state */
  full(state) { return state.length === this.stones.length; }

  /**
   * Returns the label of a cell as solution files have it: upper case on black.
   * @param {State} state
   */
  labels(state) {
    const covered = this.covered(state);
    return (/** @type {string} */ name) => {
      const placed = covered.get(name);
      if (!placed) return '';
      const [, row, col] = /^r(\d+)c(\d+)$/.exec(name) ?? ['', '1', '1'];
      const label = stoneName(placed.stone);
      return this.coloured && this.colourAt(Number(row) - 1, Number(col) - 1, state) === 'W' ? label.toLowerCase() : label;
    };
  }

  /**
   * Returns the stones of a filled board: rows of names, as solve answers them.
   * @param {(string|null)[][]} rows
   * @returns {State}
   */
  fromRows(rows) {
    /** @type {Map<string, {row: number, col: number}[]>} */
    const cells = new Map();
    rows.forEach((row, r) => row.forEach((label, c) => {
      if (label === null) return;
      const name = label.toUpperCase();
      cells.set(name, [...(cells.get(name) ?? []), { row: r, col: c }]);
    }));
    return this.stones.map((stone, i) => {
      const list = cells.get(stoneName(i)) ?? [];
      const row = Math.min(...list.map((cell) => cell.row));
      const col = Math.min(...list.map((cell) => cell.col));
      return { stone: i, row, col, cells: list.map((cell) => ({ row: cell.row - row, col: cell.col - col, colour: this.colourIn(stone, rows, cell) })) };
    });
  }

  /**
   * Returns the colour of a stone's cell on a filled board: X for plain stones.
   * @param {StoneCell[]} stone
   * @param {(string|null)[][]} rows
   * @param {{row: number, col: number}} cell
   * @returns {'B'|'W'|'X'}
   */
  colourIn(stone, rows, cell) {
    if (stone.every((part) => part.colour === 'X')) return 'X';
    const label = rows[cell.row][cell.col] ?? '';
    return label === label.toUpperCase() ? 'B' : 'W';
  }
}
