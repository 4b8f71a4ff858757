// The view Create: a puzzle is edited, and after every edit a light says how many solutions it has.

import { Board } from './board.js';
import { byId, confirmed, input } from './dom.js';
import { Cancelled, Refused, long, quick } from './engine.js';
import { faultsOf } from './faults.js';
import { History } from './history.js';
import { spoken, techniqueName } from './hints.js';
import { changeText, failure, levelGot, translated } from './messages.js';
import { boardLabel, cellLabel } from './names.js';
import { Numbers } from './numbers.js';
import { alike, filledUp, wishOf } from './make.js';
import { clueAt, editable, opened, position, squareAt, textOf } from './puzzle.js';
import { RuleEditor } from './set-rules.js';
import { StoneEditor, squaresOf } from './set-stones.js';
import { figure, t } from './text.js';
import { complain, say, stopWork, work } from './work.js';

const patience = '5s'; // for the light

/** @implements {View} */
export class Setter {
  /** @param {(info: Info) => void} use tells the page of the edited puzzle */
  constructor(use) {
    this.use = use;
    this.history = new History(/** @type {any} */ (null));
    this.stones = new StoneEditor((change) => this.edit({ ...this.info, ...change }));
    this.rules = new RuleEditor((headers) => this.edit({ ...this.info, headers }));
    this.board = new Board(byId('set-board'), {
      tap: (name) => this.tap(name),
      key: (name, event) => this.key(name, event),
      focus: () => this.commit(),
      pairs: () => this.rules.wantsEdges(),
      pair: (a, b, first) => this.rules.edge(a, b, first),
      label: (name) => this.label(name),
    });
    this.typed = '';
    this.timer = 0;
    this.made = { text: '', of: /** @type {any} */ (null) }; // what was generated last, and from what
    this.turn = 0;
    this.family = '';
    this.question = /** @type {AbortController|null} */ (null);
    this.known = /** @type {Info|null} */ (null); // what the engine says of the puzzle
    this.differ = /** @type {Set<string>} */ (new Set());
    this.clash = /** @type {Set<string>} */ (new Set());
    byId('set-new').addEventListener('submit', (event) => { event.preventDefault(); this.blank(); });
    byId('set-family').addEventListener('change', () => this.fields());
    for (const [id, action] of /** @type {[string, () => void][]} */ ([
      ['set-undo', () => this.travel(-1)],
      ['set-redo', () => this.travel(1)],
      ['minimal', () => this.minimal()],
      ['repair', () => this.repair()],
      ['grade', () => this.grade()],
      ['generate', () => this.generate(false)],
      ['fill-up', () => this.generate(true)],
      ['use-text', () => this.read(input('set-text').value)],
    ])) byId(id).addEventListener('click', action);
    byId('sum').addEventListener('change', () => this.edit({ ...this.info, sum: Number(input('sum').value) }));
    byId('diagonals').addEventListener('change', () => this.edit({ ...this.info, diagonals: input('diagonals').checked }));
  }

  /** @returns {Info} */
  get info() { return this.history.now; }

  /** @param {Info} info */
  async open(info) {
    if (this.info?.text !== info.text) {
      this.history = new History(editable(info));
      input('set-number').value = ''; // the next number is one of this board
    }
    this.board.at = this.board.cells.has(this.board.at) ? this.board.at : '';
    await this.show();
  }

  close() {
    this.commit();
    this.question?.abort();
  }

  /** Shows the fields of a family. */
  fields() {
    const family = input('set-family').value;
    byId('set-columns-field').hidden = family === 'magic';
    byId('set-low-field').hidden = family !== 'magic';
  }

  /** Makes an empty board. */
  blank() {
    const kind = input('set-family').value;
    const height = Number(input('set-rows').value);
    const width = kind === 'magic' ? height : Number(input('set-columns').value);
    const rows = Array.from({ length: height }, () => Array(width).fill(''));
    const low = Number(input('set-low').value);
    /** @type {Info} */
    const info = { puzzle: 'hidoku', width, height, cells: width * height, rows, text: '' };
    if (kind === 'magic') Object.assign(info, { puzzle: kind, low, high: low + height * height - 1, sum: height * (2 * low + height * height - 1) / 2, diagonals: true });
    else if (kind === 'draughtboard') Object.assign(info, { puzzle: kind, corner: 'B', flips: true, stones: [] });
    else if (kind === 'zip') [info.moves, info.headers, rows[0][0], rows[height - 1][height > 1 ? 0 : width - 1]] = ['rook', { clues: 'order' }, 1, 2]; // it has two ends
    else info.moves = /** @type {any} */ (kind);
    this.board.at = input('set-number').value = '';
    this.edit(info);
  }

  /** Makes an edit. @param {Info} info */
  edit(info) {
    this.history.push({ ...info, cells: info.rows.flat().filter((cell) => cell !== null).length, text: textOf(info) });
    this.show();
  }

  /** @param {1|-1} way */
  travel(way) {
    this.history.travel(way);
    this.show();
  }

  /** Takes a text as the puzzle. @param {string} text */
  async read(text) {
    try {
      this.history.push(editable(await quick.json('read', text)));
      await this.show();
    } catch (error) {
      complain(error);
    }
  }

  /** Shows the puzzle, and asks for its light. */
  async show() {
    const turn = ++this.turn;
    const { info } = this;
    this.question?.abort();
    this.shine('asking', '');
    say('');
    this.fill();
    this.differ = new Set();
    this.clash = new Set();
    try {
      const known = await quick.json('read', info.text);
      const picture = await quick.ask('draw', info.text);
      if (turn !== this.turn) return;
      this.known = known;
      this.rules.touching = known.beside ? (a, b) => new Numbers(known).touch(a, b) : null;
      this.board.show(picture.body, boardLabel(known), known, true);
      this.use(known);
      if (!this.broken(known)) await this.light(info.text, turn);
    } catch (error) {
      if (turn !== this.turn) return;
      if (!(error instanceof Refused) || error.kind !== 'input') {
        complain(error);
        return;
      }
      const reason = error.message.replace(/^puzzle:\d+:\d+: /, ''); // a place in a text that nobody sees
      this.shine('bad', info.stones?.length === 0 && !info.headers?.stones ? t('stonesMissing') : translated(reason));
      if (info.puzzle === 'draughtboard') await this.showSquares(info, turn).catch(complain);
    }
  }

  /** Shows a rule that the clues alone break, and reports whether there is one. @param {Info} known */
  broken(known) {
    if (known.puzzle === 'draughtboard') return false;
    for (const { cell, value, before } of known.faults ?? []) {
      this.conflict(before ? [before, cell] : [cell], t(before ? 'faultTwice' : 'faultOutside', value));
      return true;
    }
    const faults = faultsOf(new Numbers(known), (name) => clueAt(known, name));
    if (faults.length === 0) return false;
    this.conflict(faults[0].cells, t(faults[0].key, ...faults[0].values));
    return true;
  }

  /** Marks cells that contradict each other, and says why there is no solution. @param {string[]} cells @param {string} words */
  conflict(cells, words) {
    this.clash = new Set(cells);
    this.board.mark('clash', cells, true);
    this.board.relabel();
    this.shine('none', words);
  }

  /** Shows the squares of a draughtboard that is no puzzle yet. @param {Info} info @param {number} turn */
  async showSquares(info, turn) {
    const picture = await squaresOf(info);
    if (turn !== this.turn) return;
    this.board.show(picture, boardLabel(info), info, true);
  }

  /** Fills the fields from the puzzle. */
  fill() {
    const { info } = this;
    input('set-family').value = info.puzzle !== 'hidoku' ? info.puzzle : info.headers?.clues && info.moves === 'rook' ? 'zip' : info.moves ?? 'king';
    if (!input('set-family').value) input('set-family').value = 'king'; // the list has no steps
    input('set-rows').value = String(info.height);
    input('set-columns').value = String(info.width);
    input('set-text').value = info.text;
    input('set-low').value = String(info.low ?? 1);
    input('sum').value = String(info.sum ?? '');
    input('diagonals').checked = info.diagonals ?? false;
    byId('magic-fields').hidden = info.puzzle !== 'magic' || Boolean(info.form);
    byId('stone-fields').hidden = byId('rare-stones').hidden = info.puzzle !== 'draughtboard';
    byId('more-rules').hidden = info.puzzle === 'magic';
    for (const id of ['group-fix', 'clue-field', 'level-field']) byId(id).hidden = info.puzzle === 'draughtboard';
    input('tool-hole').disabled = info.puzzle === 'magic';
    if (info.puzzle !== this.family) input(info.puzzle === 'draughtboard' ? 'tool-hole' : 'tool-clue').checked = true;
    this.family = info.puzzle;
    input('tool-clue').disabled = info.puzzle === 'draughtboard';
    this.fields();
    this.rules.show(info);
    byId('generate').hidden = info.puzzle === 'draughtboard' && !wishOf(info);
    byId('fill-up').hidden = Boolean(info.headers?.stones);
    if (info.puzzle === 'draughtboard') this.stones.show(info);
    else this.nextNumber(Number(input('set-number').value) || 1);
    /** @type {HTMLButtonElement} */ (byId('set-undo')).disabled = !this.history.can(-1);
    /** @type {HTMLButtonElement} */ (byId('set-redo')).disabled = !this.history.can(1);
  }

  /** Sets the number of the next click: the first missing one from k on. @param {number} k */
  nextNumber(k) {
    const { info } = this;
    const low = info.puzzle === 'magic' ? info.low ?? 1 : 1;
    const high = info.puzzle === 'magic' ? info.high ?? 1 : info.cells;
    const missing = new Numbers({ ...info, low, high }).missing({ entries: {}, notes: {} });
    const number = input('set-number');
    number.min = String(low);
    number.max = String(high);
    number.value = String(missing.find((n) => n >= k) ?? missing[0] ?? low);
  }

  /** Asks how many solutions there are, and why if there is none. @param {string} text @param {number} turn */
  async light(text, turn) {
    const control = new AbortController();
    this.question = control;
    this.shine('asking', '');
    try {
      const options = { time: patience, ...(this.info.puzzle === 'draughtboard' ? { 'up-to-symmetry': 'true' } : {}) };
      const answer = await long.json('unique', text, options, { signal: control.signal });
      if (turn !== this.turn) return;
      if (answer.unique) this.shine('one', this.info.puzzle === 'draughtboard' ? t('lightTurned') : '');
      else if (answer.unique === null) this.shine('unknown', '');
      else if (answer.boards.length > 0) {
        this.several(answer.differ ?? []);
        await this.shade(text, turn, control.signal);
      }
      else {
        this.shine('none', '');
        const reason = await long.json('why', text, { time: patience }, { signal: control.signal });
        if (turn === this.turn) this.none(reason);
      }
    } catch (error) {
      if (error instanceof Cancelled || turn !== this.turn) return;
      if (!(error instanceof Refused)) complain(error);
      else if (byId('light').dataset.light === 'asking') this.shine(error.status === 400 ? 'bad' : 'unknown', error.status === 504 ? '' : failure(error.kind, error.message));
    }
  }

  /** Shows the cells that are not the same in all solutions. @param {string[]} differ @param {boolean} [all] whether they are all known */
  several(differ, all = false) {
    this.differ = new Set(differ);
    this.board.mark('marked', differ);
    this.board.relabel();
    this.shine('several', t(all ? 'lightDiffer' : 'lightDifferSome'));
  }

  /** Asks which cells are certain, and shades all others, or those that are known when the time is up. @param {string} text @param {number} turn @param {AbortSignal} signal */
  async shade(text, turn, signal) {
    const answer = await long.json('certain', text, { time: '60s' }, { signal }).catch((error) => {
      if (error instanceof Refused && error.answer) return error.answer;
      throw error;
    });
    if (turn !== this.turn) return;
    const certain = new Set(answer.certain ?? answer.agree); // the others are known to differ, even where the time was up
    this.several([...this.board.cells.values()].filter(({ name, path }) => path.dataset.cell && !certain.has(name)).map(({ name }) => name), !answer.stopped);
  }

  /** @param {any} reason an answer of why */
  none(reason) {
    const cells = [...(reason.clues ?? []).map((/** @type {any} */ clue) => clue.cell), ...reason.bare ?? []];
    const words = reason.count ? translated(reason.count) : reason.gaps ? t('clashGaps', reason.gaps.join(' / ')) : reason.bare ? t('clashBare') : reason.clues ? t('lightClash') : reason.stones ? t('clashStones', reason.stones.join(', ')) : reason.board ? t('clashBoard') : '';
    this.conflict(cells, [words, spoken(reason.end, reason.end_sentence)].filter(Boolean).join(' '));
  }

  /** @param {'asking'|'none'|'one'|'several'|'unknown'|'bad'} light @param {string} detail */
  shine(light, detail) {
    byId('light').dataset.light = light;
    byId('light-word').textContent = t({ asking: 'working', none: 'lightNone', one: 'lightOne', several: 'lightSeveral', unknown: 'lightUnknown', bad: 'lightBad' }[light]);
    byId('light-detail').textContent = detail;
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('#set .quiet > [data-go], #to-check'))) button.disabled = light === 'bad'; // there is nothing to play
  }

  /** @param {string} name */
  label(name) {
    if (squareAt(this.info, name) === null) return cellLabel(name, t('cellHole'));
    const clue = clueAt(this.info, name);
    return cellLabel(name, clue === undefined ? t('cellOpen') : t('cellClue', clue),
      this.differ.has(name) ? t('cellMarked') : '', this.clash.has(name) ? t('cellClash') : '');
  }

  /** Changes a square. @param {string} name @param {number|''|null} value */
  put(name, value) {
    const [row, col] = position(name);
    const repeats = this.info.free || new Set(this.info.numbers).size < (this.info.numbers?.length ?? 0);
    const rows = this.info.rows.map((old, r) => old.map((cell, c) => {
      if (r === row && c === col) return value;
      return typeof value === 'number' && cell === value && !repeats ? '' : cell; // a number is on one cell
    }));
    this.edit({ ...this.info, rows });
  }

  /** @param {string} name */
  tap(name) {
    this.commit();
    const value = squareAt(this.info, name);
    if (this.rules.tap(name)) {
      this.board.mark('target', this.rules.first ? [this.rules.first] : [], true);
    } else if (input('tool-hole').checked) {
      this.put(name, value === null ? '' : null);
    } else if (value === '') {
      const number = Number(input('set-number').value);
      this.put(name, number);
      this.nextNumber(number + 1);
    } else {
      if (typeof value === 'number') input('set-number').value = String(value);
      this.put(name, '');
    }
  }

  /** @param {string} name @param {KeyboardEvent} event */
  key(name, event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      if (!['z', 'y'].includes(key.toLowerCase())) return false;
      this.travel(key.toLowerCase() === 'y' || event.shiftKey ? 1 : -1);
    } else if ((/^[0-9]$/.test(key) || (key === '-' && !this.typed && Number(input('set-number').min) < 0)) && this.info.puzzle !== 'draughtboard') {
      this.type(name, key);
    } else if (key === 'Backspace' || key === 'Delete') {
      clearTimeout(this.timer);
      this.typed = '';
      if (squareAt(this.info, name) !== '') this.put(name, '');
      else this.board.write(name, '');
    } else if (key === 'Enter' || key === ' ') {
      if (this.typed) this.commit();
      else this.tap(name);
    } else if (key === '#') {
      this.put(name, squareAt(this.info, name) === null ? '' : null);
    } else {
      return false;
    }
    return true;
  }

  /** @param {string} name @param {string} digit */
  type(name, digit) {
    clearTimeout(this.timer);
    this.typedAt = name;
    this.typed += digit;
    this.board.write(name, this.typed, 'given typing');
    if (Number(this.typed) * 10 > Number(input('set-number').max)) this.commit();
    else this.timer = window.setTimeout(() => this.commit(), 1200);
  }

  /** Enters the number that was typed. */
  commit() {
    clearTimeout(this.timer);
    const { typed, typedAt } = this;
    this.typed = '';
    if (!typed || !typedAt) return;
    const number = Number(typed);
    if (number >= Number(input('set-number').min) && number <= Number(input('set-number').max)) this.put(typedAt, number);
    else this.show();
  }

  /** Asks a long question about the puzzle. @param {string} op @param {Record<string, string>} options @param {string} [text] @param {boolean} [partial] */
  async ask(op, options, text = this.info.text, partial = false) {
    this.question?.abort();
    stopWork();
    const answer = await work(op, text, options, partial);
    this.askAgain();
    return answer;
  }

  /** Asks for the light again, if a button has ended its question. */
  askAgain() {
    if (byId('light').dataset.light === 'asking' && !byId('set').hidden) this.light(this.info.text, this.turn);
  }

  async minimal() {
    const answer = await this.ask('minimal', {});
    if (!answer) return;
    await this.read(answer.text);
    say(t('removed', answer.removed?.length ?? 0, answer.clues));
  }

  async repair() {
    const answer = await this.ask('repair', { time: '30s' });
    if (!answer) return;
    if (!answer.text) return say(t('noRepair'));
    await this.read(answer.text);
    const changes = (answer.changes ?? []).map(changeText);
    say(changes.length > 0 ? t('repaired', changes.join('; ')) : t('sound'));
  }

  async grade() {
    const answer = await this.ask('grade', { time: '60s' });
    if (!answer) return;
    if (!answer.level) say(t('gradeNone'));
    else if (answer.solved === false || answer.hardest === 'guess') say(t('gradeGuess'));
    else say(t('gradeIs', t(answer.level), answer.stars, figure(answer.score, 1), techniqueName(answer.hardest)));
  }

  /** Makes a puzzle on the board. Holes and rules stay. So do the clues if they are to be kept; else the page asks first. @param {boolean} keep */
  async generate(keep) {
    const info = this.info.text === this.made.text ? this.made.of : this.info; // what the setter has drawn
    const stones = info.puzzle === 'draughtboard';
    const many = stones ? info.stones?.length ?? 0 : info.rows.flat().filter((/** @type {any} */ cell) => typeof cell === 'number').length;
    if (!keep && many > 0 && !await confirmed(t(stones ? 'askStones' : 'askClues', many), t('generate'))) return;
    const level = input('level').value;
    const more = /** @type {Record<string, string>} */ ({ ...(level ? { difficulty: level } : {}), ...(info.ranked && !keep ? { order: 'true' } : {}) });
    this.question?.abort();
    const made = stones && !keep ? (await alike(info))?.[0] : await filledUp(keep ? info : opened(info), stones ? {} : more);
    this.askAgain();
    if (!made) return;
    await this.read(made.text);
    this.made = { text: this.info.text, of: info };
    const added = (stones ? this.info.stones?.length ?? 0 : this.info.rows.flat().filter((cell) => typeof cell === 'number').length) - many;
    say([keep ? t(stones ? 'filledStones' : 'filledUp', added) : '', levelGot(level, made.level)].filter(Boolean).join(' '));
  }
}
