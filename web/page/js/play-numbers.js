// Hidokus and magic boards on the view Play: entries by mouse, touch and keyboard.

import { painted, showColours } from './colours.js';
import { byId, fade, h, input } from './dom.js';
import { faultsOf } from './faults.js';
import { marksOf } from './marks.js';
import { cellLabel } from './names.js';
import { Numbers, fresh } from './numbers.js';
import { filledText, nameOf } from './puzzle.js';
import { t } from './text.js';
import { say } from './work.js';

const typingTime = 1200; // milliseconds after which a number of one digit counts

export class NumbersTable {
  /** @param {import('./play.js').Play} play @param {Info} info */
  constructor(play, info) {
    this.play = play;
    this.info = info;
    this.game = new Numbers(info);
    this.isPath = info.puzzle === 'hidoku';
    this.next = /** @type {number|null} */ (null); // the number that a tap enters
    /** @type {1|-1} */
    this.step = 1;
    this.chosen = false; // whether the player has chosen a cell
    this.typed = '';
    this.typedAt = '';
    this.typedEnd = ''; // the cell whose number was just entered, so Enter only confirms it
    this.timer = 0;
    this.trail = /** @type {string[]} */ ([]); // the cells of the drag
    this.wrong = /** @type {Set<string>} */ (new Set());
    this.stripped = ''; // what the list of numbers shows
    this.buttons = /** @type {Map<number, HTMLElement>} */ (new Map());
    this.marked = false; // whether a cell had a mark in a corner, or a colour
    for (const id of ['direction', 'pencil']) input(id).checked = false;
    for (const id of ['pencil', 'mark-kind']) byId(id).onchange = () => this.strip();
    input('direction').onchange = () => { this.turn(input('direction').checked ? -1 : 1); };
    byId('direction-label').hidden = !this.isPath;
  }

  fresh() { return fresh; }

  /** Prepares what the view has for this kind of board. */
  tools() {
    byId('play').dataset.table = 'numbers';
    byId('numbers').replaceChildren();
    byId('numbers').classList.toggle('many', this.game.names.length > 49);
    byId('number-tools').hidden = false;
    byId('stone-tools').hidden = true;
  }

  /** Returns the cells in the order of their numbers. */
  ordered() { return [...this.game.names].sort((a, b) => (this.game.value(this.state, a) ?? 0) - (this.game.value(this.state, b) ?? 0)); }

  /** Returns the rules that the entries break. */
  faults() { return faultsOf(this.game, (name) => this.game.value(this.state, name)); }

  /** Returns the state with the pencil marks of all cells. */
  marks() { return { ...this.state, notes: { ...this.state.notes, ...marksOf(this.game, this.state) } }; }

  get state() { return this.play.state; }

  full() { return this.game.full(this.state); }

  filled() { return filledText(this.info, (name) => String(this.state.entries[name] ?? '')); }

  /** @param {(string|number|null)[][]} rows */
  fromRows(rows) {
    /** @type {Record<string, number>} */
    const entries = {};
    rows.forEach((row, r) => row.forEach((value, c) => {
      const name = nameOf(r, c);
      if (typeof value === 'number' && this.game.clue(name) === undefined) entries[name] = value;
    }));
    return { entries, notes: {} };
  }

  /** Returns the cells that a hint concludes something about. @param {any} step @returns {string[]} */
  targets(step) { return [...step.place ?? [], ...step.remove ?? []].flatMap((part) => part.cells); }

  /** Returns the state with a hint entered. @param {any} step */
  entered(step) {
    let state = this.state;
    for (const { value, cells } of step.place ?? []) state = this.game.put(state, cells[0], value);
    return state;
  }

  /** @param {string} name */
  label(name) {
    const clue = this.game.clue(name);
    const value = this.game.value(this.state, name);
    const notes = this.state.notes[name] ?? [];
    const rank = this.game.rank(name);
    const words = clue !== undefined ? t('cellClue', clue) : value !== undefined ? String(value) : t('cellOpen');
    const trial = this.play.about.trial?.entries;
    return cellLabel(name, words, trial && value !== trial[name] ? t('cellTried') : '', rank ? t('cellRank', rank) : '', this.state.colours?.[name] ? t('cellColour', this.state.colours[name]) : '', notes.length > 0 ? t('cellNotes', notes.join(' ')) : '', this.wrong.has(name) ? t('cellWrong') : '');
  }

  /** @param {Set<string>} wrong */
  showWrong(wrong) { this.wrong = wrong; }

  /** @param {1|-1} step */
  turn(step) {
    this.step = step;
    input('direction').checked = step < 0;
    this.next = this.next === null ? null : this.game.nextMissing(this.state, this.next, step);
    this.draw();
  }

  /** Makes the missing number beside a number the next one. @param {number} value @param {1|-1} [step] @param {import('./numbers.js').State} [state] */
  goOn(value, step = this.step, state = this.state) {
    const next = this.game.nextMissing(state, value, step);
    this.next = next ?? this.game.nextMissing(state, value, step > 0 ? -1 : 1);
    this.step = next === null && this.next !== null ? (step > 0 ? -1 : 1) : step;
    input('direction').checked = this.step < 0;
  }

  /** @param {string} name */
  tap(name) {
    this.commit();
    this.typedEnd = '';
    this.chosen = true;
    const value = this.game.value(this.state, name);
    if (this.marking() === 'colours') {
      this.play.set({ ...this.state, colours: painted(this.state.colours, name) });
    } else if (value !== undefined && this.last === name && this.state.entries[name] !== undefined) { // a second tap
      this.last = '';
      this.next = value;
      this.play.set(this.game.put(this.state, name, null));
    } else if (value !== undefined) {
      if (this.isPath) this.goOn(value, this.last === name ? (this.step > 0 ? -1 : 1) : this.step);
      this.last = name;
      this.draw();
    } else if (this.isPath && this.next !== null) {
      this.enter(name, this.next);
    }
  }

  /** Returns what the pencil writes: marks in the middle, marks in corners, colours, or "" for numbers. */
  marking() { return input('pencil').checked ? input('mark-kind').value : ''; }

  /** Enters a number or a pencil mark. @param {string} name @param {number} number */
  enter(name, number) {
    const kind = this.marking();
    if (kind === 'notes' || kind === 'corners') {
      this.play.set(this.game.note(this.state, name, number, kind));
      return;
    }
    const before = this.state;
    const after = this.game.put(before, name, number);
    if (after === before && this.game.value(before, name) !== number) {
      say(t(this.game.clue(name) === undefined ? 'isGiven' : 'cellIsGiven', number), 'bad');
    } else {
      this.last = name;
      if (this.isPath) this.goOn(number, this.step, after);
    }
    if (after === before) this.draw();
    else this.play.set(after);
  }

  /** @param {string} name */
  dragStart(name) {
    this.commit();
    if (!this.isPath || this.marking() === 'colours' || this.game.value(this.state, name) === undefined) return false;
    this.trail = [name];
    return true;
  }

  /** The path follows the finger: to a free cell, along numbers, or back. @param {string} name */
  drag(name) {
    const from = this.trail[this.trail.length - 1];
    if (name === this.trail[this.trail.length - 2]) {
      this.trail.pop();
      if (this.state.entries[from] !== undefined) this.play.set(this.game.put(this.state, from, null));
      const value = this.game.value(this.state, name);
      if (value !== undefined) this.goOn(value);
      this.draw();
      return;
    }
    const value = this.game.value(this.state, from);
    const before = this.trail[this.trail.length - 2];
    if (value !== undefined && before && !this.play.board.fine && !this.game.touch(from, name) && this.game.touch(before, name) && this.state.entries[from] !== undefined && this.game.value(this.state, name) === undefined) {
      this.trail[this.trail.length - 1] = name; // the cell before was the wrong one
      this.play.set(this.game.put(this.state, name, value));
      return;
    }
    if (value === undefined || !this.game.touch(from, name)) return;
    const there = this.game.value(this.state, name);
    const places = this.game.places(this.state);
    for (const step of /** @type {(1|-1)[]} */ ([this.step, -this.step])) {
      const wanted = value + step;
      const free = there === undefined && !places.has(wanted) && wanted >= this.game.low && wanted <= this.game.high;
      if (!free && there !== wanted) continue;
      if (this.trail.length > 1 && step !== this.step) continue; // a drag keeps its direction
      this.step = step;
      this.trail.push(name);
      if (free) this.play.set(this.game.put(this.state, name, wanted));
      this.goOn(wanted);
      this.last = name;
      this.draw();
      return;
    }
  }

  /** @param {string} name */
  focus(name) {
    if (this.typedAt && this.typedAt !== name) this.commit();
    if (this.typedEnd !== name) this.typedEnd = '';
    this.chosen ||= this.play.board.svg?.contains(document.activeElement) ?? false;
  }

  /** @param {string} name @param {KeyboardEvent} event */
  key(name, event) {
    const { key } = event;
    if (/^[0-9]$/.test(key) || (key === '-' && this.game.low < 0 && !this.typed)) {
      this.type(name, key);
    } else if (key === 'Backspace' || key === 'Delete') {
      if (this.typed) this.type(name, '', this.typed.slice(0, -1));
      else this.play.set(this.game.put(this.state, name, null));
    } else if (key === 'Enter' || key === ' ') {
      if (this.typed) this.commit();
      else if (this.typedEnd !== name) this.tap(name);
      this.typedEnd = name;
      return true;
    } else if (key === 'Escape' && this.typed) {
      this.type(name, '', '');
    } else if (key.toLowerCase() === 'p') {
      input('pencil').checked = !input('pencil').checked;
    } else {
      return false;
    }
    if (!/^[0-9-]$/.test(key)) this.typedEnd = '';
    return true;
  }

  /**
   * Adds a digit to the number that is typed. It counts when it is as long as the longest number,
   * and otherwise after a while, with Enter, or when the frame moves.
   * @param {string} name
   * @param {string} digit
   * @param {string} [before]
   */
  type(name, digit, before = this.typed) {
    if (this.game.clue(name) !== undefined) return say(t('cellIsGiven'), 'bad');
    clearTimeout(this.timer);
    this.typedAt = name;
    this.typed = before + digit;
    this.play.board.write(name, this.typed, 'entry typing');
    if (this.typed === '') {
      this.typedAt = '';
      this.draw();
    } else if (this.typed.length >= Math.max(String(this.game.high).length, String(this.game.low).length)) {
      this.commit();
    } else {
      this.timer = window.setTimeout(() => this.commit(), typingTime);
    }
  }

  /** Enters what was typed. */
  commit() {
    clearTimeout(this.timer);
    const { typed, typedAt } = this;
    this.typed = '';
    this.typedAt = '';
    if (!typed) return;
    const number = Number(typed);
    this.typedEnd = typedAt;
    this.play.board.write(typedAt, '');
    if (this.game.uses.has(number)) this.enter(typedAt, number);
    this.play.draw();
    if (!this.game.uses.has(number)) say(t('outOfRange', number, this.game.low, this.game.high), 'bad');
  }

  draw() {
    const { board } = this.play;
    const { entries, notes, corners = {}, colours = {} } = this.state;
    const tried = this.play.about.trial?.entries ?? entries;
    this.marked ||= Boolean(this.state.corners ?? this.state.colours); // most games have none
    for (const name of this.game.names) {
      if (this.marked) board.paint(name, colours[name] ?? 0);
      if (this.game.clue(name) !== undefined) {
        board.cells.get(name)?.path.classList.add('filled');
        continue;
      }
      if (name === this.typedAt) continue;
      const isOpen = entries[name] === undefined;
      board.write(name, isOpen ? '' : String(entries[name]), entries[name] === tried[name] ? 'entry' : 'entry tried');
      board.note(name, (notes[name] ?? []).map(String));
      if (this.marked) board.corners(name, isOpen ? (corners[name] ?? []).map(String) : []);
    }
    if (this.isPath) {
      const { pieces, ends } = this.game.route(this.state);
      board.route(pieces, ends);
    }
    if (!board.hasMarks('wrong')) this.wrong = new Set();
    this.strip();
  }

  /** Shows the missing numbers. A tap makes one the next, or enters it on a magic board. */
  strip() {
    const list = byId('numbers');
    byId('mark-kind').hidden = !input('pencil').checked;
    if (this.marking() === 'colours') {
      this.stripped = '';
      showColours(list);
      return;
    }
    if (this.stripped === '') list.replaceChildren();
    const missing = this.game.missing(this.state);
    if (this.next !== null && !missing.includes(this.next)) this.next = this.game.nextMissing(this.state, this.next, this.step);
    if (this.isPath && this.next === null) this.next = missing.find((k) => !missing.includes(k - 1) && k > this.game.low) ?? missing[0] ?? null;
    const now = `${missing} ${this.next}`;
    if (this.stripped === now) return;
    this.stripped = now;
    const hadFocus = list.contains(document.activeElement);
    const still = new Set(missing);
    for (const [k, button] of this.buttons) if (!still.has(k)) button.remove();
    missing.forEach((k, i) => {
      const button = this.button(k);
      if (this.isPath && button.ariaPressed !== String(k === this.next)) button.ariaPressed = String(k === this.next);
      if (list.children[i] !== button) list.insertBefore(button, list.children[i]);
    });
    const pressed = this.buttons.get(this.isPath ? this.next ?? NaN : missing[0]);
    if (hadFocus) pressed?.focus({ preventScroll: true });
    if (pressed && this.isPath) list.scrollLeft = pressed.offsetLeft - list.clientWidth / 2 + 22;
    fade(list);
  }

  /** Returns the button of a number. @param {number} k */
  button(k) {
    const button = this.buttons.get(k) ?? h('button', { type: 'button', text: String(k), onclick: () => this.choose(k) });
    this.buttons.set(k, button);
    return button;
  }

  /** Makes a number the next one, or enters it on a magic board. @param {number} k */
  choose(k) {
    if (!this.isPath) return this.chosen ? this.enter(this.play.board.at, k) : say(t('howMagic'));
    this.next = k;
    this.draw();
  }
}
