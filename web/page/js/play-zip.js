// A Zip on the view Play: one line, drawn by finger, mouse or arrows. The cells keep their
// numbers, and no step has one.

import { byId, s } from './dom.js';
import { cellLabel } from './names.js';
import { filledText } from './puzzle.js';
import { t } from './text.js';
import { say, work } from './work.js';
import { Zip } from './zip.js';

/** @typedef {{path: string[]}} State the cells of the line, from the first on */

const arrows = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });

export class ZipTable {
  /** @param {import('./play.js').Play} play @param {Info} info */
  constructor(play, info) {
    this.play = play;
    this.info = info;
    this.game = new Zip(info);
    this.wrong = /** @type {Set<string>} */ (new Set());
  }

  /** @returns {State} */
  fresh() { return { path: [this.game.names[this.game.start]] }; }

  /** @returns {number[]} */
  get path() { return this.play.state.path.map((/** @type {string} */ name) => this.game.index.get(name) ?? 0); }

  full() { return this.path.length === this.game.cells; }

  /** Returns the cells in the order of the line. */
  ordered() { return this.play.state.path; }

  filled() {
    const steps = new Map(this.path.map((cell, i) => [this.game.names[cell], i + 1]));
    return filledText({ ...this.info, rows: this.info.rows.map((row) => row.map((cell) => (cell === null ? null : ''))) }, (name) => String(steps.get(name) ?? ''));
  }

  /** @param {(string|number|null)[][]} rows */
  fromRows(rows) {
    const steps = rows.flat().filter((value) => value !== null);
    const path = this.game.names.map((_, cell) => cell).sort((a, b) => Number(steps[a]) - Number(steps[b]));
    return { path: path.map((cell) => this.game.names[cell]) };
  }

  /** @param {string} name */
  label(name) {
    const cell = this.game.index.get(name) ?? -1;
    const step = this.path.indexOf(cell);
    const rank = this.game.ranks.get(cell);
    return cellLabel(name, rank ? String(rank) : '', step < 0 ? t('cellOpen') : t(step === this.path.length - 1 ? 'zipEnd' : 'zipOn'), this.wrong.has(name) ? t('cellWrong') : '');
  }

  /** @param {Set<string>} wrong */
  showWrong(wrong) { this.wrong = wrong; }

  /** Makes a line the state, or says what forbids it. @param {number[]} path @param {number} wish the cell that it should reach */
  go(path, wish) {
    const same = path.length === this.path.length;
    if (!same) this.play.set({ path: path.map((cell) => this.game.names[cell]) });
    const why = same ? this.game.forbids(this.path, wish) : '';
    if (why === 'order') say(t('zipNext', this.path.filter((cell) => this.game.ranks.has(cell)).length + 1));
    if (why === 'early') say(t('zipAll'));
  }

  /** @param {string} name */
  tap(name) {
    const cell = this.game.index.get(name) ?? -1;
    this.go(this.game.towards(this.path, cell), cell);
  }

  /** @param {string} name */
  dragStart(name) {
    const at = this.path.indexOf(this.game.index.get(name) ?? -1);
    if (at < 0 && this.play.scale === 1) say(t('howZip')); // else it moves the board
    else if (at < this.path.length - 1) this.go(this.path.slice(0, at + 1), this.path[at]);
    return at >= 0;
  }

  /** @param {string} name */
  drag(name) { this.tap(name); }

  /** Arrows draw the line, and Backspace takes a step back. @param {string} _name @param {KeyboardEvent} event */
  key(_name, event) {
    const { path } = this;
    if (event.key === 'Backspace' || event.key === 'Delete') {
      if (path.length > 1) this.go(path.slice(0, -1), path[path.length - 2]);
      this.play.board.focus(this.play.state.path.at(-1)); // the next arrow goes on from there
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.tap(this.play.board.at);
    } else {
      return false;
    }
    return true;
  }

  /** Draws with an arrow when the frame is at the end of the line. @param {KeyboardEvent} event @returns {boolean} whether it did */
  arrow(event) {
    const way = arrows[event.key];
    const { board } = this.play;
    const here = board.cells.get(this.play.state.path.at(-1));
    if (!way || event.shiftKey || !here) return false;
    const next = [...board.cells.values()].find((cell) => cell.row === here.row + way[1] && cell.col === here.col + way[0]);
    if (next) this.tap(next.name);
    board.focus(this.play.state.path.at(-1));
    return true;
  }

  draw() {
    const { board } = this.play;
    board.under?.replaceChildren();
    board.over?.querySelector('.zip')?.remove();
    const { path } = this.play.state;
    board.under?.append(s('path', { class: 'zip-line', d: path.map((/** @type {string} */ name, /** @type {number} */ i) => (i ? board.step(path[i - 1], name) : '')).join('') || 'M0 0' }));
    const before = this.play.about.trial?.path;
    if (before) board.under?.append(s('path', { class: 'zip-line tried', d: path.map((/** @type {string} */ name, /** @type {number} */ i) => (name === before[i] ? '' : board.step(path[i - 1], name))).join('') || 'M0 0' }));
    const head = board.cells.get(path.at(-1));
    if (head) board.under?.append(s('circle', { class: 'zip-head', cx: head.x, cy: head.y, r: 10 }));
    const discs = s('g', { class: 'zip' });
    for (const [cell, rank] of this.game.ranks) {
      const at = board.cells.get(this.game.names[cell]);
      if (!at) continue;
      discs.append(s('circle', { class: 'zip-dot', cx: at.x, cy: at.y, r: 13 }), s('text', { class: 'zip-number', x: at.x, y: at.y + 5.8, 'font-size': 16 }, String(rank)));
    }
    board.over?.prepend(discs); // below the letters of a hint
    for (const { name, path: shape } of board.cells.values()) shape.classList.toggle('on', path.includes(name));
    if (!board.hasMarks('wrong')) this.wrong = new Set();
  }

  /** Returns how many steps of a person come before the one that says how the line goes on from its end. */
  async before() {
    const steps = [await work('hint', this.info.text, { filled: this.filled(), steps: 'true', time: '3s' }, true) ?? []].flat();
    return Math.max(0, steps.findIndex(({ place }) => place?.some((/** @type {any} */ line) => line.cells.includes(this.play.state.path.at(-1)))));
  }

  /** Returns the cells that a hint concludes something about. @param {any} step @returns {string[]} */
  targets(step) { return (step.place ?? []).flatMap((/** @type {any} */ line) => line.cells); }

  /** Returns the state with a hint entered, as far as it goes on from the end of the line. @param {any} step */
  entered(step) {
    const path = [...this.play.state.path];
    for (;;) {
      const line = step.place.find((/** @type {any} */ { cells }) => cells.includes(path.at(-1)) && cells.some((/** @type {string} */ cell) => !path.includes(cell)));
      if (!line) return { path };
      path.push(line.cells.find((/** @type {string} */ cell) => !path.includes(cell)));
    }
  }

  /** Prepares what the view has for this kind of board. */
  tools() { byId('play').dataset.table = 'line'; }
}
