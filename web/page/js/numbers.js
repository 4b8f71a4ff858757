// A game on a board of numbers: entries, pencil marks, and the number that is next. It
// knows nothing of the page. States are never changed, so that they can be undone.

import { clueAt, nameOf } from './puzzle.js';

/** @typedef {{entries: Record<string, number>, notes: Record<string, number[]>, corners?: Record<string, number[]>, colours?: Record<string, number>}} State */

/** @type {State} */
export const fresh = { entries: {}, notes: {} };

export class Numbers {
  /** @param {Info} info */
  constructor(info) {
    this.info = info;
    this.low = info.low ?? 1;
    this.high = info.high ?? info.cells;
    this.names = /** @type {string[]} */ ([]);
    info.rows.forEach((row, r) => row.forEach((cell, c) => { if (cell !== null) this.names.push(nameOf(r, c)); }));
    this.clues = new Map(this.names.map((name) => [name, clueAt(info, name)])); // each tap asks for all of them
    this.uses = /** @type {Map<number, number>} */ (new Map()); // how often each number may stand
    for (const k of info.numbers ?? Array.from({ length: this.high - this.low + 1 }, (_, i) => this.low + i)) {
      this.uses.set(k, info.free ? Infinity : (this.uses.get(k) ?? 0) + 1);
    }
    /** @type {Map<string, Set<string>>} */
    this.beside = new Map(info.beside?.map((cells, c) => [this.names[c], new Set(cells.map((d) => this.names[d]))]));
  }

  /** Reports whether a step leads from one cell to another. @param {string} a @param {string} b */
  touch(a, b) { return this.beside.get(a)?.has(b) ?? false; }

  /** Returns the place of a cell among those whose numbers ascend, or 0. @param {string} name */
  rank(name) { return (this.info.order?.indexOf(name) ?? -1) + 1; }

  /** @param {string} name */
  clue(name) { return this.clues.get(name); }

  /** Returns the number on a cell, or undefined. @param {State} state @param {string} name */
  value(state, name) { return this.clue(name) ?? state.entries[name]; }

  /** Returns the cell of each number on the board, the last one if there are several. @param {State} state @returns {Map<number, string>} */
  places(state) {
    const places = new Map();
    for (const name of this.names) {
      const value = this.value(state, name);
      if (value !== undefined) places.set(value, name);
    }
    return places;
  }

  /** Returns the cells of a number. @param {State} state @param {number} number */
  cellsOf(state, number) { return this.names.filter((name) => this.value(state, name) === number); }

  /** Returns the numbers that may still be entered, ascending. @param {State} state */
  missing(state) {
    const left = new Map(this.uses);
    for (const name of this.names) {
      const value = this.value(state, name);
      if (value !== undefined) left.set(value, (left.get(value) ?? 0) - 1);
    }
    return [...left].filter(([, uses]) => uses > 0).map(([number]) => number);
  }

  /**
   * Puts a number on a cell, or takes it away with null. A number that is already there as
   * often as it may be leaves a cell. A clue is never changed: then the result is the same state.
   * @param {State} state
   * @param {string} name
   * @param {number|null} number
   * @returns {State}
   */
  put(state, name, number) {
    if (this.clue(name) !== undefined) return state;
    if (number === null) {
      if (state.entries[name] === undefined && !state.notes[name] && !state.corners?.[name]) return state;
      const { [name]: _, ...entries } = state.entries;
      const { [name]: __, ...notes } = state.notes;
      const { [name]: ___, ...corners } = state.corners ?? {};
      return { ...state, entries, notes, corners };
    }
    if (!this.uses.has(number) || state.entries[name] === number) return state;
    const cells = this.cellsOf(state, number);
    const isFull = cells.length >= (this.uses.get(number) ?? 0);
    const old = isFull ? cells.find((cell) => this.clue(cell) === undefined) : undefined;
    if (isFull && !old) return state;
    const entries = { ...state.entries, [name]: number };
    if (old) delete entries[old];
    const { [name]: _, ...notes } = state.notes;
    return { ...state, entries, notes };
  }

  /** Adds a pencil mark to an open cell, in the middle or in a corner, or takes it away. @param {State} state @param {string} name @param {number} number @param {'notes'|'corners'} [kind] @returns {State} */
  note(state, name, number, kind = 'notes') {
    if (this.value(state, name) !== undefined || !this.uses.has(number)) return state;
    const notes = state[kind]?.[name] ?? [];
    const changed = notes.includes(number) ? notes.filter((k) => k !== number) : [...notes, number].sort((a, b) => a - b);
    return { ...state, [kind]: { ...state[kind], [name]: changed } };
  }

  /** Returns the first missing number from k on, upwards or downwards, or null. @param {State} state @param {number} k @param {1|-1} step */
  nextMissing(state, k, step) {
    const places = this.places(state);
    while (places.has(k)) k += step;
    return k >= this.low && k <= this.high ? k : null;
  }

  /** Reports whether every cell has a number. @param {State} state */
  full(state) { return this.names.every((name) => this.value(state, name) !== undefined); }

  /** Returns the parts of the path that are known, as pieces, and the cells of the ends. @param {State} state */
  route(state) {
    const places = this.places(state);
    const pieces = /** @type {string[][]} */ ([]);
    for (let k = this.low; k < this.high; k++) {
      const [a, b] = [places.get(k), places.get(k + 1)];
      if (!a || !b || !this.touch(a, b)) continue;
      const last = pieces.at(-1);
      if (last?.at(-1) === a) last.push(b);
      else pieces.push([a, b]);
    }
    const ends = [this.low, this.high].map((k) => places.get(k) ?? '').filter(Boolean);
    if (this.info.closed && ends.length === 2 && this.touch(ends[0], ends[1])) pieces.push([ends[1], ends[0]]);
    return { pieces, ends };
  }
}
