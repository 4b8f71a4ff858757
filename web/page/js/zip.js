// A game of Zip: one line through all cells, which visits the numbers in their order. It knows
// nothing of the page. Cells are numbers here, row by row, as in the answer of read.

import { nameOf, position } from './puzzle.js';

export class Zip {
  /** @param {Info} info */
  constructor(info) {
    this.names = /** @type {string[]} */ ([]);
    info.rows.forEach((row, r) => row.forEach((cell, c) => { if (cell !== null) this.names.push(nameOf(r, c)); }));
    this.index = new Map(this.names.map((name, i) => [name, i]));
    this.beside = info.beside ?? [];
    this.order = (info.order ?? []).map((name) => this.index.get(name) ?? 0);
    this.ranks = new Map(this.order.map((cell, i) => [cell, i + 1]));
    this.cells = this.names.length;
    this.start = this.order[0]; // of the line
    this.end = this.order[this.order.length - 1];
  }

  /** Says what forbids a step from the end of a line, or returns "". @param {number[]} path @param {number} cell @returns {''|'far'|'taken'|'order'|'early'} */
  forbids(path, cell) {
    if (!this.beside[path[path.length - 1]]?.includes(cell)) return 'far';
    if (path.includes(cell)) return 'taken';
    const rank = this.ranks.get(cell);
    if (rank && rank !== path.filter((c) => this.ranks.has(c)).length + 1) return 'order';
    return cell === this.end && path.length < this.cells - 1 ? 'early' : '';
  }

  /** Returns a line that goes to a cell: back to it, one step, or straight on as far as it may. @param {number[]} path @param {number} cell @returns {number[]} */
  towards(path, cell) {
    const at = path.indexOf(cell);
    if (at >= 0) return path.slice(0, at + 1);
    const straight = this.straight(path[path.length - 1], cell);
    let line = path;
    for (const step of straight) {
      if (this.forbids(line, step)) break;
      line = [...line, step];
    }
    return line;
  }

  /** Returns the cells from one to another in a row or column, or the other one alone. @param {number} from @param {number} to */
  straight(from, to) {
    const [a, b] = [from, to].map((cell) => position(this.names[cell]));
    if (a[0] !== b[0] && a[1] !== b[1]) return [to];
    const cells = [];
    const [down, right] = [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])];
    for (let [r, c] = a; r !== b[0] || c !== b[1];) {
      r += down;
      c += right;
      cells.push(this.index.get(nameOf(r, c)) ?? -1);
    }
    return cells;
  }
}
