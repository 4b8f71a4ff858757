// A game on a board of numbers: entries, pencil marks, and the number that is next. It
// knows nothing of the page. States are never changed, so that they can be undone.

import { clueAt, nameOf } from './puzzle.js';

/** @typedef {import('../../types').Info} Info */
/** @typedef {{entries: Record<string, number>, notes: Record<string, number[]>}} State */

/** @type {State} */
export const fresh = { entries: {}, notes: {} };

export class Numbers {
  /** @param {Info} info */
  constructor(info) {
    this.info = info;
    this.low = info.low ?? 1;
    this.high = info.high ?? info.cells;
    /** @type {string[]} */
    this.names = [];
    info.rows.forEach((row, r) => row.forEach((cell, c) => { if (cell !== null) this.names.push(nameOf(r, c)); }));
  }

  /** @param {string} name */
  clue(name) { return clueAt(this.info, name); }

  /**
   * Returns the number on a cell, or undefined.
   * @param {State} state
   * @param {string} name
   */
  value(state, name) { return this.clue(name) ?? state.entries[name]; }

  /**
   * Returns the cell of each number on the board.
   * @param {State} state
   * @returns {Map<number, string>}
   */
  places(state) {
    const places = new Map();
    for (const name of this.names) {
      const value = this.value(state, name);
      if (value !== undefined) places.set(value, name);
    }
    return places;
  }

  /** Returns the numbers that are not on the board. @param {State} state */
  missing(state) {
    const places = this.places(state);
    const missing = [];
    for (let k = this.low; k <= this.high; k++) if (!places.has(k)) missing.push(k);
    return missing;
  }

  /**
   * Puts a number on a cell, or takes it away with null. The number leaves its old cell. A
   * clue is never changed: then the result is the same state.
   * @param {State} state
   * @param {string} name
   * @param {number|null} number
   * @returns {State}
   */
  put(state, name, number) {
    if (this.clue(name) !== undefined) return state;
    if (number === null) {
      if (state.entries[name] === undefined && !state.notes[name]) return state;
      const { [name]: _, ...entries } = state.entries;
      const { [name]: __, ...notes } = state.notes;
      return { entries, notes };
    }
    const old = this.places(state).get(number);
    if (old === name || number < this.low || number > this.high || (old && this.clue(old) !== undefined)) return state;
    const entries = { ...state.entries, [name]: number };
    if (old) delete entries[old];
    const { [name]: _, ...notes } = state.notes;
    return { entries, notes };
  }

  /**
   * Adds a pencil mark to an open cell, or takes it away.
   * @param {State} state
   * @param {string} name
   * @param {number} number
   * @returns {State}
   */
  note(state, name, number) {
    if (this.value(state, name) !== undefined || number < this.low || number > this.high) return state;
    const notes = state.notes[name] ?? [];
    const changed = notes.includes(number) ? notes.filter((k) => k !== number) : [...notes, number].sort((a, b) => a - b);
    return { entries: state.entries, notes: { ...state.notes, [name]: changed } };
  }

  /**
   * Returns the first missing number from k on, upwards or downwards, or null.
   * @param {State} state
   * @param {number} k
   * @param {1|-1} step
   */
  nextMissing(state, k, step) {
    const places = this.places(state);
    while (places.has(k)) k += step;
    return k >= this.low && k <= this.high ? k : null;
  }

  /** Reports whether every cell has a number. @param {State} state */
  full(state) { return this.names.every((name) => this.value(state, name) !== undefined); }

  /**
   * Returns the parts of the path that are known, as pieces, and the cells of the ends.
   * @param {State} state
   * @param {(a: string, b: string) => boolean} touch
   */
  route(state, touch) {
    const places = this.places(state);
    /** @type {string[][]} */
    const pieces = [];
    for (let k = this.low; k < this.high; k++) {
      const [a, b] = [places.get(k), places.get(k + 1)];
      if (!a || !b || !touch(a, b)) continue;
      const last = pieces.at(-1);
      if (last?.at(-1) === a) last.push(b);
      else pieces.push([a, b]);
    }
    const ends = [this.low, this.high].map((k) => places.get(k) ?? '').filter(Boolean);
    return { pieces, ends };
  }
}
