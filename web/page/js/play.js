// The view Play: what games of all families share. A table for each kind of board does the rest.

import { Board } from './board.js';
import { byId, confirmed } from './dom.js';
import { quick } from './engine.js';
import { History } from './history.js';
import { Hinter } from './hints.js';
import { kindIdOf } from './kinds.js';
import { answer, remember } from './known.js';
import { brokenRule } from './messages.js';
import { boardLabel, clock, howOf, rulesOf, titleOf } from './names.js';
import { NumbersTable } from './play-numbers.js';
import { StonesTable } from './play-stones.js';
import { ZipTable } from './play-zip.js';
import { onSetting, setting } from './settings.js';
import { dayName, load, nameOfText, save } from './store.js';
import { t } from './text.js';
import { Win } from './win.js';
import { complain, say, work, workAside } from './work.js';

/** @typedef {import('./store.js').About} About */

const signs = ['wrong', 'because', 'target', 'fault']; // classes of cells that a move takes away

/** @implements {View} */
export class Play {
  /** @param {(about: About) => void} next opens the puzzle after one that was solved */
  constructor(next) {
    this.board = new Board(byId('play-board'), {
      tap: (name) => this.table?.tap(name),
      dragStart: (name) => this.table?.dragStart(name) ?? false,
      drag: (name) => this.table?.drag(name),
      hover: (name) => this.table?.hover?.(name),
      focus: (name) => this.table?.focus?.(name),
      arrow: (event) => this.table?.arrow?.(event) ?? false,
      key: (name, event) => this.key(name, event),
      label: (name) => this.hinter.labelled(name, this.table?.label(name) ?? name),
    });
    /** @type {any} a NumbersTable, a StonesTable or a ZipTable */
    this.table = null;
    this.hinter = new Hinter(this);
    this.win = new Win(this, next);
    /** @type {History<any>} */
    this.history = new History(null);
    /** @type {About} */
    this.about = {};
    this.badge = ''; // of a puzzle without a level
    this.seconds = 0;
    this.done = false;
    this.own = false; // a move was made here, and none in another tab since
    this.showing = 0;
    this.scale = 1; // how much larger than its place the board is
    for (const [id, action] of /** @type {[string, () => void][]} */ ([
      ['undo', () => this.travel(-1)],
      ['redo', () => this.travel(1)],
      ['check-entries', () => this.check()],
      ['hint', () => this.hinter.more()],
      ['marks', () => this.set(this.table?.marks?.() ?? this.state)],
      ['reset', () => this.reset()],
      ['try', () => this.try()],
      ['try-keep', () => this.try(true)],
      ['zoom', () => this.zoom(this.scale > 1 ? 1 : 2.4)],
      ['solution', () => this.solution()],
    ])) byId(id).addEventListener('click', action);
    this.pinched();
    setInterval(() => this.tick(), 1000);
    addEventListener('pagehide', () => this.close());
    addEventListener('storage', ({ key }) => { if (this.info && key === `crosscut.game.${nameOfText(this.info.text)}`) this.takeOver(); });
    document.addEventListener('keydown', (event) => { // Undo works wherever the focus is
      if (event.defaultPrevented || byId('play').hidden || document.querySelector('dialog[open]')) return;
      if ((event.ctrlKey || event.metaKey) && ['z', 'y'].includes(event.key.toLowerCase())) this.key('', event);
      else if (document.activeElement === document.body || /^\d$/.test(event.key) && document.activeElement?.matches('button')) { // the first key, or one behind a button
        this.board.focus(this.board.at);
        this.board.key(event);
      }
    });
    onSetting(() => { if (this.info) this.draw(); });
  }

  /** @param {Info} info @param {About} [about] what is known of the puzzle */
  async open(info, about) {
    if (this.info?.text === info.text && this.table) {
      this.words();
      return;
    }
    const turn = ++this.showing;
    const picture = await answer('draw', info.text);
    if (turn !== this.showing) return;
    this.close();
    this.own = false;
    this.badge = '';
    this.info = info;
    this.board.at = '';
    this.table = info.puzzle === 'draughtboard' ? new StonesTable(this, info) : info.ranked ? new ZipTable(this, info) : new NumbersTable(this, info);
    this.table.tools();
    const game = load(info.text);
    this.about = { kind: kindIdOf(info), ...game?.about, ...about };
    this.seconds = game?.seconds ?? 0;
    this.done = game?.done ?? false;
    this.history = new History(game?.state ?? this.table.fresh(), game?.past);
    this.hinter.begin();
    this.board.show(picture, boardLabel(info), info);
    this.zoom(1);
    byId('zoom').hidden = Math.max(info.width, info.height) < 15;
    this.won(false);
    this.words();
    say('');
    this.write(); // as the newest game
    remember();
    if (!this.about.level) this.level(info);
  }

  /** Asks how hard the puzzle is, while nobody asks anything else. @param {Info} info */
  async level(info) {
    const { level, solutions } = await workAside('grade', info.text, { time: '20s' }) ?? {};
    if (this.info !== info) return;
    if (level) this.about = { ...this.about, level };
    this.badge = { several: 'lightSeveral', none: 'lightNone' }[/** @type {string} */ (solutions)] ?? '';
    this.words();
    this.write(); // Print asks for it
  }

  close() {
    this.table?.commit?.(); // a number that is typed counts
    this.keep();
  }

  words() {
    const info = this.info;
    if (!info) return;
    byId('play-title').textContent = titleOf(info);
    byId('play-level').textContent = t(this.about.level || this.badge);
    byId('play-rules').textContent = rulesOf(info);
    const keys = matchMedia('(hover: hover)').matches && !info.ranked; // a telephone has none
    byId('play-how').textContent = [howOf(info), keys ? t(info.puzzle === 'draughtboard' ? 'keysStones' : 'keysNumbers') : ''].join(' ');
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
    this.history.travel(way);
    this.moved();
  }

  moved() {
    this.hinter.begin();
    this.unmark();
    say('');
    const full = this.table?.full() ?? false;
    this.done &&= full; // after the end, a player may begin again
    if (!this.done) this.win.hide();
    this.own = true;
    this.about.begun ??= dayName(new Date());
    this.draw();
    this.write(this.history.past.length < 3); // the others are written now and then
    if (full && !this.done) this.finish();
  }

  /** Begins the puzzle again. A game that has ended begins with a new clock. */
  reset() {
    if (this.done || this.about.given) {
      this.seconds = 0;
      this.about = { ...this.about, hints: 0, given: false };
    }
    this.set(this.table?.fresh());
  }

  /** Begins to try something, or takes back what was tried, or keeps it. @param {boolean} [kept] */
  try(kept = false) {
    this.table.commit?.(); // a number that was typed before counts
    const { trial } = this.about;
    this.about = { ...this.about, trial: trial ? undefined : this.state };
    if (trial && !kept) {
      this.table.next = null; // the first missing number again
      if (JSON.stringify(trial) !== JSON.stringify(this.state)) this.set(trial);
    }
    if (kept) this.board.focus(this.board.at); // the button goes
    this.draw();
    this.write();
    say(trial ? '' : t('tryHow', t('takeBack')));
  }

  /** Shows a board larger, and the part of it around a point. @param {number} scale @param {{clientX: number, clientY: number}} [at] otherwise the cell with the frame */
  zoom(scale, at) {
    const host = byId('play-board');
    const now = Math.min(Math.max(scale, 1), 4);
    const { left, top } = host.getBoundingClientRect();
    const [x, y] = at ? [at.clientX - left, at.clientY - top] : [0, 0];
    const [right, down] = [(host.scrollLeft + x) * now / this.scale - x, (host.scrollTop + y) * now / this.scale - y];
    this.scale = now;
    host.classList.toggle('zoomed', now > 1);
    host.style.setProperty('--zoom', String(now));
    byId('zoom').setAttribute('aria-pressed', String(now > 1));
    if (at) host.scrollTo(right, down);
    else if (now > 1) this.board.cells.get(this.board.at)?.path.scrollIntoView({ block: 'center', inline: 'center' });
  }

  /** Lets two fingers zoom a large board. The page itself stays as it is then. */
  pinched() {
    const seen = (/** @type {TouchList} */ [a, b]) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) });
    let last = /** @type {ReturnType<typeof seen>|null} */ (null);
    byId('play-board').addEventListener('touchstart', ({ touches }) => {
      last = touches.length === 2 && !byId('zoom').hidden ? seen(touches) : null;
      if (last) this.board.press = null; // no tap and no drag
    }, { passive: true });
    byId('play-board').addEventListener('touchmove', (event) => {
      if (!last || event.touches.length < 2) return;
      event.preventDefault();
      const now = seen(event.touches);
      this.zoom(this.scale * now.apart / last.apart, last);
      byId('play-board').scrollBy(last.clientX - now.clientX, last.clientY - now.clientY); // the board goes with the fingers
      last = now;
    }, { passive: false });
  }

  unmark() { for (const kind of signs) this.board.mark(kind, [], true); }

  draw() {
    this.table?.draw();
    this.board.axes(setting('axes') === 'yes');
    this.showFaults();
    this.board.relabel();
    /** @type {HTMLButtonElement} */ (byId('undo')).disabled = !this.history.can(-1);
    /** @type {HTMLButtonElement} */ (byId('redo')).disabled = !this.history.can(1);
    this.hinter.words();
    const { trial } = this.about;
    /** @type {Element} */ (byId('try').querySelector('span')).textContent = t(trial ? 'takeBack' : 'tryThis');
    byId('try').setAttribute('aria-pressed', String(Boolean(trial)));
    byId('try-keep').hidden = !trial;
    byId('clock').textContent = clock(this.seconds);
    byId('play').dataset.done = String(this.done);
  }

  /** Marks what breaks a rule, unless the player does not want that, and says the first one. The page lets no stone and no line break one. */
  showFaults() {
    const faults = setting('mistakes') === 'yes' ? this.table?.faults?.() ?? [] : [];
    this.board.mark('fault', faults.flatMap((/** @type {any} */ fault) => fault.cells), true);
    if (faults.length > 0 && byId('message').textContent === '') say(t(faults[0].key, ...faults[0].values), 'bad');
  }

  /** @param {string} name @param {KeyboardEvent} event */
  key(name, event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'z' && key !== 'y') return false;
      this.travel(key === 'y' || event.shiftKey ? 1 : -1);
      return true;
    }
    if (key === 'h') {
      this.hinter.more();
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

  /** Keeps the game, unless another tab has made the last move. */
  keep() { if (this.own) this.write(); }

  /** Writes the game. @param {boolean} [all] whether what can be undone, too */
  write(all = true) {
    if (!this.info || !this.table) return;
    save({ text: this.info.text, state: this.state, seconds: this.seconds, done: this.done, about: this.about, past: this.history.past }, all);
  }

  /** Goes on from the move of another tab. */
  takeOver() {
    const game = this.info && load(this.info.text);
    const known = (/** @type {any} */ { state, done, about }) => JSON.stringify([state, done, about?.hints, about?.trial]);
    if (!game || !this.table || known(game) === known(this)) return;
    this.own = false;
    Object.assign(this, { seconds: game.seconds, done: game.done, about: { ...this.about, trial: undefined, ...game.about } });
    if (JSON.stringify(game.state) !== JSON.stringify(this.state)) this.history.push(game.state);
    this.unmark();
    this.won(false);
    this.draw();
  }

  /** Shows that the puzzle is solved, if the player has solved it. @param {boolean} now */
  won(now) {
    if (this.done && !this.about.given) this.win.show(now);
    else this.win.hide();
  }

  /** Asks whether a full board is a solution. If not, it shows where it is wrong. */
  async finish() {
    const filled = this.table?.filled() ?? '';
    const text = this.info?.text ?? '';
    try {
      const verdict = [await quick.json('verify', text, { filled })].flat()[0];
      if (filled !== this.table?.filled()) return;
      if (!verdict.right) {
        const faults = byId('message').textContent;
        if (await this.check(), this.board.svg?.querySelector('.cell.wrong')) return;
        return say(faults || t('wrongEnd'), 'bad');
      }
      this.done = true;
      this.about = { ...this.about, trial: undefined };
      this.draw();
      say(this.about.given ? t('allRight') : ''); // a player who has seen the solution wins nothing
      this.won(true);
      this.keep();
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
    this.table?.showWrong?.(new Set(wrong));
    this.board.mark('wrong', wrong, true);
    this.board.relabel();
    if (verdict.right) say(t('allRight'), 'good');
    else if (wrong.length > 0 && verdict.unique) say(t(this.info?.ranked ? 'zipSlip' : wrong.length > 1 ? 'wrongSome' : 'wrongOne', wrong.length), 'bad');
    else say(verdict.rule ? t('againstRules', brokenRule(verdict.rule)) : t('deadEnd'), 'bad');
  }

  async solution() {
    if (!await confirmed(t('askSolution'), t('solution'))) return;
    const answer = await work('solve', this.info?.text ?? '', { n: '1' });
    if (!answer || !this.table) return;
    const rows = [answer].flat()[0]?.rows;
    if (!rows) return say(t('noSolution'), 'bad');
    this.done = true;
    this.about = { ...this.about, given: true };
    this.set(this.table.fromRows(rows));
    say(t('shown'));
  }
}
