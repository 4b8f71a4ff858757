// Hints in three degrees: where to look, which cells, and the step itself. Cells of a hint get letters.

import { byId } from './dom.js';
import { inGerman } from './sentences.js';
import { setting } from './settings.js';
import { languageName, t } from './text.js';
import { techniques } from './words.js';
import { say, work } from './work.js';

/** @typedef {import('./play.js').Play} Play */

const mostNamed = 5; // cells that a sentence names; more are only marked

/** Returns the name of a technique. @param {string} id */
export function techniqueName(id) { return languageName() === 'de' ? techniques[id] ?? id : id.replaceAll('-', ' '); }

/**
 * Returns what the engine says, in the language of the page: as a text to read.
 * @param {string|undefined} text in English
 * @param {import('./sentences.js').Sentence|undefined} sentence the same for other languages
 * @returns {string}
 */
export function spoken(text, sentence) {
  const said = (languageName() === 'de' && sentence && inGerman(sentence)) || (text ?? '');
  if (!said) return '';
  const start = /^r\d/.test(said) ? said[0] : said[0].toUpperCase(); // a cell keeps its name
  return `${start}${said.slice(1)}.`;
}

/**
 * Returns a text with letters for cells, and the letters. A list of many cells becomes "the
 * marked cells". Where stones have letters, so does any list, and a cell gets one of the last.
 * @param {string} text
 * @param {boolean} stones
 * @returns {{text: string, letters: Map<string, string>}}
 */
function lettered(text, stones) {
  const letters = stones ? 'xyzuvw' : 'ABCDEFGH';
  const short = text.replace(/r\d+c\d+(?:(?:, | and | or | und | oder | )r\d+c\d+)+/g, (list) => (stones || (list.match(/r\d+c\d+/g)?.length ?? 0) > mostNamed ? t('markedCells') : list));
  const named = new Map([...new Set(short.match(/r\d+c\d+/g) ?? [])].map((name, i) => [name, letters[i] ?? '']));
  return { text: short.replace(/r\d+c\d+/g, (name) => named.get(name) || name), letters: named };
}

/** The strings for steps on draughtboards that rule a placement out. @type {Record<string, string>} */
const ruledOut = { 'enclosed-area': 'hintArea', 'colour-count': 'hintColours', 'placement-that-leaves-no-room': 'hintNoRoom' };

const longest = 96; // characters of a hint, so that it has two lines on a telephone

/** Returns a hint that is short enough: what is possible instead of all that is not, how much is ruled out, or its end and the name of the technique. @param {string} text @param {any} step @param {import('./play.js').Play} play */
function fitted(text, step, play) {
  const stones = play.info?.puzzle === 'draughtboard';
  const lost = (step.remove ?? []).flatMap((/** @type {any} */ part) => part.cells);
  const one = new Set(lost).size === 1 && play.table.game?.missing;
  const left = one ? play.table.game.missing(play.state).filter((/** @type {number} */ k) => !step.remove.some((/** @type {any} */ { value }) => value === k)) : [];
  const reason = text.slice(0, text.lastIndexOf(': ') + 2);
  if (one && step.remove.length > 4 && left.length > 0 && left.length < 6) return `${reason}${t('hintOnly', lost[0], left.join(', '))}`;
  const begun = text.replace(/^[^:;]*; (.)/, (_, first) => first.toUpperCase());
  const short = begun.replace(/, (?:so|also) [^,]*\.$/, '.');
  const name = techniqueName(step.technique).replace(/^./, (first) => first.toUpperCase());
  const end = step.place && !play.info?.ranked ? short.replace(/: .*/, '.') : `${name}: ${short.slice(short.lastIndexOf(': ') + 2)}`;
  const less = lost.length > 1 && reason && !stones ? t('hintLess', lost.length) : '';
  return [text, begun, short, less && reason + less, end, less && `${name}: ${less}`].find((said) => said && lettered(said, stones).text.length <= longest) ?? short;
}

export class Hinter {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.degree = 0;
    this.skip = this.skipped = 0; // steps that were shown and enter nothing, now and at the hint before
    this.step = /** @type {any} */ (null); // the hint that can be entered
    this.letters = /** @type {Map<string, string>} */ (new Map());
    this.checked = ''; // the puzzle whose number of solutions is known
    this.several = false;
  }

  /** Forgets the hint: the game goes on. */
  begin() {
    this.degree = 0;
    this.skip = this.skipped = 0;
    this.step = null;
    this.letters = new Map();
    this.play.board.badges(this.letters);
  }

  words() {
    byId('hint').dataset.enters = String(Boolean(this.step));
    const label = /** @type {HTMLElement} */ (byId('hint').querySelector('span'));
    label.textContent = t(this.step ? 'doHint' : this.degree === 3 ? 'nextHint' : this.degree > 0 ? 'more' : 'hint');
  }

  /** Returns the words for a cell, with its letter. @param {string} name @param {string} words */
  labelled(name, words) { return [this.letters.get(name), words].filter(Boolean).join(': '); }

  /** Shows more of the next step of a person, and enters it when all was shown. */
  async more() {
    const { table, info, state } = this.play;
    if (!table || !info) return;
    if (this.step) return this.play.set(table.entered(this.step));
    if (this.degree === 3) this.skip++; // after a step without an entry, the whole next one
    else this.degree++;
    if (!await this.single(info)) return;
    const step = await this.ask(info);
    if (!step || table !== this.play.table || state !== this.play.state) return; // of another board by now
    if (!step.technique) {
      this.begin();
      if (step.right === false) this.play.judge(step);
      else say(t(this.several ? 'severalFirst' : { solved: 'noneLeft', unsolvable: 'noSolution' }[/** @type {string} */ (step.end)] ?? 'noHint'));
      this.play.draw();
      return;
    }
    const area = setting('axes') === 'yes' ? [] : this.area(step.sentence);
    const whole = area.length === this.play.board.cells.size; // so there is nothing to shade
    const out = this.degree > 1 && info.puzzle === 'draughtboard' && !step.place && ruledOut[step.technique];
    const placement = out ? step.remove?.[0] : null;
    this.show({
      text: placement ? t(String(out), placement.value ?? '') : area.length > 0 ? t(whole ? 'lookAll' : 'lookHere') : fitted(spoken(step.text, step.sentence), step, this.play),
      because: [...step.because ?? [], ...whole ? [] : area],
      target: placement ? placement.cells : table.targets(step),
      step: this.degree === 3 && step.place ? step : null,
    });
  }

  /** Returns the cells where a hint says to look by their rows and columns, which a board without numbers at its rim does not show. @param {any} sentence @returns {string[]} */
  area(sentence) {
    if (sentence?.template !== 'look.part') return [];
    const within = (/** @type {'rows'|'columns'} */ key, /** @type {number} */ at) => at + 1 >= sentence.values[key].values.from && at + 1 <= (sentence.values[key].values.to ?? sentence.values[key].values.from);
    return [...this.play.board.cells.values()].filter(({ row, col }) => within('rows', row) && within('columns', col)).map(({ name }) => name);
  }

  /** Asks for a step. On draughtboards, one about turning the whole board helps nobody. @param {Info} info */
  async ask(info) {
    const before = await this.play.table.before?.() ?? 0;
    for (;;) {
      const skip = this.skip + before;
      const answer = await work('hint', info.text, {
        filled: this.play.table.filled(true), degree: String(this.degree === 2 && info.puzzle === 'draughtboard' ? 3 : this.degree), ...(skip ? { skip: String(skip) } : {}),
      });
      const step = [answer ?? []].flat()[0];
      if (step?.technique !== 'symmetry') return step;
      this.skip++;
    }
  }

  /** Says once if a puzzle has several solutions, and reports whether the hint may go on. @param {Info} info */
  async single(info) {
    if (this.checked === info.text) return true;
    const answer = await work('unique', info.text, { time: '2s' }, true);
    if (!answer) return false;
    this.checked = info.text;
    this.several = answer.unique === false && answer.boards?.length > 1;
    return true;
  }

  /** @param {{text: string, because: string[], target: string[], step: any}} hint */
  show(hint) {
    const { play } = this;
    if (this.degree === 1 || this.skip > this.skipped) {
      play.about = { ...play.about, hints: (play.about.hints ?? 0) + 1 };
      play.own = true;
      play.write(false); // a hint is kept as a move is
    }
    this.skipped = this.skip;
    play.unmark();
    const { text, letters: named } = lettered(hint.text, play.info?.puzzle === 'draughtboard');
    this.letters = named;
    this.step = hint.step;
    play.board.mark('because', hint.because);
    play.board.mark('target', hint.target, true);
    say(this.several && this.degree === 1 ? [`${t('severalFirst')} ${text}`].find((said) => said.length <= longest) ?? t('severalFirst') : text);
    play.draw();
    play.board.badges(named);
  }
}
