// How people solve a Zip: every cell has a way in and a way out, no piece of the line closes to
// a ring, no part of the board is cut off, and the numbers come in order. A step to a cell
// between two pieces is tried in the head, and given up where it leads to one of these.

/** @typedef {import('./zip.js').Zip} Zip */
/** @typedef {{why: 'cell'|'ring'|'area'|'order', cells: number[]}} Fault what is impossible, and the cells that show it */
/** @typedef {{of: number[], lines: number[][]}} Pieces */

const [open, on, off] = [0, 1, -1]; // the marks of edges between two cells

export class Logic {
  /** @param {Zip} zip */
  constructor(zip) {
    this.zip = zip;
    /** @type {[number, number][]} */
    this.edges = [];
    /** @type {number[][]} */
    this.at = zip.names.map(() => []); // the edges of each cell
    zip.beside.forEach((cells, a) => cells.filter((b) => b > a).forEach((b) => {
      this.at[a].push(this.edges.length);
      this.at[b].push(this.edges.length);
      this.edges.push([a, b]);
    }));
  }

  /** Returns the edge between two cells. @param {number} a @param {number} b */
  edge(a, b) { return this.at[a].find((e) => this.edges[e].includes(b)) ?? -1; }

  /** Returns the cell at the other end of an edge. @param {number} e @param {number} cell */
  other(e, cell) { return this.edges[e][0] === cell ? this.edges[e][1] : this.edges[e][0]; }

  /** Returns how many edges of a cell the line takes. @param {number} cell */
  need(cell) { return cell === this.zip.start || cell === this.zip.end ? 1 : 2; }

  /** Returns the marks of a line so far. @param {number[]} path */
  marksOf(path) {
    const marks = new Int8Array(this.edges.length);
    path.forEach((cell, i) => { if (i) marks[this.edge(path[i - 1], cell)] = on; });
    return marks;
  }

  /**
   * Draws what follows at once, and returns what is impossible, or null.
   * @param {Int8Array} marks is changed
   * @returns {Fault|null}
   */
  settle(marks) {
    for (let changed = true; changed;) {
      changed = false;
      for (let cell = 0; cell < this.at.length; cell++) {
        const taken = this.at[cell].filter((e) => marks[e] === on).length;
        const free = this.at[cell].filter((e) => marks[e] === open);
        const need = this.need(cell);
        if (taken > need || taken + free.length < need) return { why: 'cell', cells: [cell] };
        if (free.length === 0 || (taken < need && taken + free.length > need)) continue;
        for (const e of free) marks[e] = taken === need ? off : on;
        changed = true;
      }
      const pieces = this.pieces(marks);
      const broken = pieces.lines.find((line) => !this.ordered(line));
      if (broken) return { why: 'order', cells: broken };
      const closed = pieces.of.indexOf(-1);
      if (closed >= 0) return { why: 'ring', cells: [closed] };
      this.edges.forEach((ends, e) => {
        if (marks[e] !== open || this.joins(pieces, ends)) return;
        marks[e] = off;
        changed = true;
      });
    }
    return this.cutOff(marks);
  }

  /** Returns the pieces of the line. Cells of a ring are of none. @param {Int8Array} marks @returns {Pieces} */
  pieces(marks) {
    const of = this.at.map(() => -1);
    /** @type {number[][]} */
    const lines = [];
    for (let cell = 0; cell < this.at.length; cell++) {
      if (of[cell] >= 0 || this.at[cell].filter((e) => marks[e] === on).length > 1) continue;
      const line = [cell];
      for (let last = -1, here = cell; ;) {
        of[here] = lines.length;
        const e = this.at[here].find((way) => marks[way] === on && way !== last);
        if (e === undefined) break;
        last = e;
        here = this.other(e, here);
        line.push(here);
      }
      lines.push(line);
    }
    return { of, lines };
  }

  /** Reports whether a piece of the line may be: its numbers follow one another, and it is whole if it has both ends. @param {number[]} line */
  ordered(line) {
    const ranks = line.map((cell) => this.zip.ranks.get(cell) ?? 0).filter(Boolean);
    const way = Math.sign((ranks[1] ?? 0) - (ranks[0] ?? 0));
    if (ranks.some((rank, i) => i > 0 && rank !== ranks[i - 1] + way)) return false;
    return line.length === this.at.length || !(line.includes(this.zip.start) && line.includes(this.zip.end));
  }

  /** Reports whether two pieces may become one over an edge. @param {Pieces} pieces @param {[number, number]} ends */
  joins(pieces, [a, b]) {
    if (pieces.of[a] === pieces.of[b]) return false;
    const [from, to] = [pieces.lines[pieces.of[a]], pieces.lines[pieces.of[b]]];
    return this.ordered([...(from.at(-1) === a ? from : [...from].reverse()), ...(to[0] === b ? to : [...to].reverse())]);
  }

  /** Returns the cells that can be reached from one, without some others. @param {Int8Array} marks @param {number} from @param {(cell: number) => boolean} without */
  reached(marks, from, without) {
    const seen = new Set([from]);
    for (const cell of seen) {
      for (const e of this.at[cell]) {
        const next = this.other(e, cell);
        if (marks[e] !== off && !without(next)) seen.add(next);
      }
    }
    return seen;
  }

  /** Says which part of the board the line cannot reach any more, or which number. @param {Int8Array} marks @returns {Fault|null} */
  cutOff(marks) {
    const { start, end, order, ranks } = this.zip;
    for (let cell = -1; cell < this.at.length; cell++) {
      if (cell === start || cell === end) continue;
      const there = this.reached(marks, start, (next) => next === cell);
      const far = this.reached(marks, end, (next) => next === cell);
      const lost = this.at.map((_, c) => c).filter((c) => c !== cell && !there.has(c) && !far.has(c));
      if (lost.length > 0) return { why: 'area', cells: lost };
      if (cell < 0 && !there.has(end)) return { why: 'area', cells: [...far] };
    }
    for (let i = 1; i < order.length; i++) {
      const there = this.reached(marks, order[i - 1], (next) => ranks.has(next) && next !== order[i]);
      if (!there.has(order[i])) return { why: 'order', cells: [order[i]] };
    }
    return null;
  }

  /**
   * Returns why a line goes on as the solution does: the fault of each other step, or null for
   * one that only shows far ahead. It is shortest first.
   * @param {number[]} path
   * @param {number} right the next cell of the solution
   * @returns {{cell: number, fault: Fault|null}[]}
   */
  others(path, right) {
    return this.zip.next(path).filter((cell) => cell !== right).map((cell) => {
      const marks = this.marksOf([...path, cell]);
      return { cell, fault: this.settle(marks) };
    });
  }
}
