// The view Play: what games of all families share. It keeps the game, the clock and the
// hints. A table for each kind of board does the rest: numbers and stones.

import { Board } from './board.js';
import { byId } from './dom.js';
import { quick } from './engine.js';
import { History } from './history.js';
import { spoken } from './hints.js';
import { brokenRule } from './messages.js';
import { boardLabel, clock, kindOf, rulesOf } from './names.js';
import { NumbersTable } from './play-numbers.js';
import { StonesTable } from './play-stones.js';
import { load, save } from './store.js';
import { t } from './text.js';
import { complain, say, work } from './work.js';

/** @typedef {import('../../types').Info} Info */
/** @typedef {import('../../types').View} View */

/** @implements {View} */
export class Play {
  constructor() {
    this.board = new Board(byId('play-board'), {
      tap: (name) => this.table?.tap(name),
      dragStart: (name) => this.table?.dragStart(name) ?? false,
      drag: (name) => this.table?.drag(name),
      hover: (name) => this.table?.hover(name),
      focus: (name) => this.table?.focus(name),
      key: (name, event) => this.key(name, event),
      label: (name) => this.table?.label(name) ?? name,
    });
    /** @type {NumbersTable|StonesTable|null} */
    this.table = null;
    this.history = new History(/** @type {any} */ (null));
    this.seconds = 0;
    this.done = false;
    this.degree = 0;
    this.skip = 0; // steps that were shown and enter nothing
    /** @type {any} */
    this.step = null; // the hint that can be entered
    this.showing = 0;
    for (const [id, action] of /** @type {[string, () => void][]} */ ([
      ['undo', () => this.travel(-1)],
      ['redo', () => this.travel(1)],
      ['check-entries', () => this.check()],
      ['hint', () => this.hint()],
      ['do-hint', () => this.enterHint()],
      ['reset', () => this.reset()],
      ['solution', () => this.solution()],
    ])) byId(id).addEventListener('click', action);
    setInterval(() => this.tick(), 1000);
    addEventListener('pagehide', () => this.keep());
  }

  /** @param {Info} info */
  async open(info) {
    if (this.info?.text === info.text && this.table) {
      this.words();
      return;
    }
    const turn = ++this.showing;
    const picture = await quick.ask('draw', info.text);
    if (turn !== this.showing) return;
    this.keep();
    this.info = info;
    this.board.at = '';
    this.table = info.puzzle === 'draughtboard' ? new StonesTable(this, info) : new NumbersTable(this, info);
    const game = load(info.text);
    this.seconds = game?.seconds ?? 0;
    this.done = game?.done ?? false;
    this.history = new History(game?.state ?? this.table.fresh());
    byId('number-tools').hidden = info.puzzle === 'draughtboard';
    byId('stone-tools').hidden = info.puzzle !== 'draughtboard';
    this.board.show(picture.body, boardLabel(info));
    this.words();
    this.keep();
    say('');
  }

  close() { this.keep(); }

  words() {
    const info = this.info;
    if (!info) return;
    byId('play-title').textContent = info.title ?? kindOf(info);
    byId('play-rules').textContent = rulesOf(info);
    byId('play-how').textContent = t({ hidoku: 'howHidoku', magic: 'howMagic', draughtboard: 'howStones' }[info.puzzle]);
    this.board.svg?.setAttribute('aria-label', boardLabel(info));
    this.draw();
  }

  get state() { return this.history.now; }

  /** Makes a move: a new state. The same state is no move. @param {any} state */
  set(state) {
    if (!this.table || state === this.state) return;
    this.history.push(state);
    this.moved();
  }

  /** @param {1|-1} way */
  travel(way) {
    if (way < 0) this.history.undo();
    else this.history.redo();
    this.moved();
  }

  moved() {
    this.degree = 0;
    this.skip = 0;
    this.step = null;
    this.unmark();
    say('');
    const full = this.table?.full() ?? false;
    this.done &&= full; // after the end, a player may begin again
    this.draw();
    this.keep();
    if (full && !this.done) this.finish();
  }

  /** Begins the puzzle again. A game that has ended begins with a new clock. */
  reset() {
    if (this.done) this.seconds = 0;
    this.set(this.table?.fresh());
  }

  unmark() { for (const kind of ['wrong', 'because', 'target']) this.board.mark(kind, [], true); }

  draw() {
    this.table?.draw();
    this.board.relabel();
    /** @type {HTMLButtonElement} */ (byId('undo')).disabled = !this.history.canUndo;
    /** @type {HTMLButtonElement} */ (byId('redo')).disabled = !this.history.canRedo;
    byId('do-hint').hidden = !this.step;
    byId('hint').textContent = t(this.degree > 0 && this.degree < 3 ? 'moreHint' : this.degree === 3 && !this.step ? 'nextHint' : 'hint');
    byId('clock').textContent = clock(this.seconds);
    byId('play').dataset.done = String(this.done);
  }

  /** @param {string} name @param {KeyboardEvent} event */
  key(name, event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'z' && key !== 'y') return false;
      this.travel(key === 'y' || event.shiftKey ? 1 : -1);
      return true;
    }
    return this.table?.key(name, event) ?? false;
  }

  tick() {
    if (!this.info || this.done || document.hidden || byId('play').hidden) return;
    this.seconds++;
    byId('clock').textContent = clock(this.seconds);
    if (this.seconds % 10 === 0) this.keep();
  }

  keep() {
    if (this.info && this.table) save({ text: this.info.text, state: this.state, seconds: this.seconds, done: this.done });
  }

  /** Asks whether a full board is a solution. */
  async finish() {
    const filled = this.table?.filled() ?? '';
    const text = this.info?.text ?? '';
    try {
      const verdict = [await quick.json('verify', text, { filled })].flat()[0];
      if (filled !== this.table?.filled()) return;
      if (!verdict.right) {
        say(t('wrongEnd'), 'bad');
        return;
      }
      this.done = true;
      this.draw();
      this.keep();
      say(t('solved', clock(this.seconds)), 'good');
    } catch (error) {
      complain(error);
    }
  }

  async check() {
    const answer = await work('verify', this.info?.text ?? '', { filled: this.table?.filled(true) ?? '', partial: 'true' });
    if (answer) this.judge([answer].flat()[0]);
  }

  /** Shows the verdict on a board in part. @param {any} verdict */
  judge(verdict) {
    this.unmark();
    const wrong = verdict.wrong ?? (verdict.cell ? [verdict.cell] : []);
    this.board.mark('wrong', wrong, true);
    this.table?.showWrong(new Set(wrong));
    this.board.relabel();
    if (verdict.right) say(t('allRight'), 'good');
    else if (wrong.length > 0 && verdict.unique) say(t('wrongSome', wrong.join(', ')), 'bad');
    else say(verdict.rule ? t('againstRules', brokenRule(verdict.rule)) : t('deadEnd'), 'bad');
  }

  /** Shows more of the next step of a person: where to look, the cells, then the step. */
  async hint() {
    const { table, info } = this;
    if (!table || !info) return;
    if (this.degree === 3 && !this.step) this.skip++; // after a step without an entry, the whole next one
    else this.degree = this.degree % 3 + 1;
    const answer = await work('hint', info.text, {
      filled: table.filled(true), degree: String(this.degree), ...(this.skip ? { skip: String(this.skip) } : {}),
    });
    if (!answer || table !== this.table) return;
    const step = [answer].flat()[0];
    if (!step.technique) {
      this.degree = 0;
      this.skip = 0;
      this.draw();
      if (step.right === false) this.judge(step);
      else say(t({ solved: 'noneLeft', unsolvable: 'noSolution' }[/** @type {string} */ (step.end)] ?? 'noHint'));
      return;
    }
    this.unmark();
    this.board.mark('because', step.because ?? []);
    this.board.mark('target', table.targets(step), true);
    this.step = this.degree === 3 && step.place ? step : null;
    say(spoken(step.text, step.sentence));
    this.draw();
  }

  enterHint() {
    const step = this.step;
    if (!step || !this.table) return;
    this.set(this.table.entered(step));
  }

  async solution() {
    const answer = await work('solve', this.info?.text ?? '', { n: '1' });
    if (!answer || !this.table) return;
    const rows = [answer].flat()[0]?.rows;
    if (!rows) {
      say(t('noSolution'), 'bad');
      return;
    }
    this.done = true;
    this.set(this.table.fromRows(rows));
    say(t('shown'));
  }
}
