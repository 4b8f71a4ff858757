// The view Print: a sheet or a booklet, which the browser prints. The solutions stand at
// the end.

import { picture } from './board.js';
import { byId, h, input } from './dom.js';
import { quick } from './engine.js';
import { solved } from './help.js';
import { kinds } from './kinds.js';
import { alike, boardsLike, ofKind, wishOf } from './make.js';
import { kindOf, rulesOf, titleOf } from './names.js';
import { load } from './store.js';
import { t } from './text.js';
import { complain, say } from './work.js';

/** @implements {View} */
export class Printer {
  constructor() {
    /** @type {string|undefined} */
    this.level = undefined; // of the puzzle
    this.turn = 0;
    /** @type {Promise<boolean>} */
    this.paper = Promise.resolve(false); // the pages that the form asks for, and whether they were made
    byId('print-form').addEventListener('submit', async (event) => {
      event.preventDefault();
      if (await this.paper) print();
    });
    byId('print-form').addEventListener('change', () => this.preview());
  }

  /** @param {Info} info @param {import('./store.js').About} [about] */
  async open(info, about) {
    this.info = info;
    this.level = about?.level ?? load(info.text)?.about?.level;
    input('print-this').checked = true;
    input('print-level').value = this.level ?? '';
    await this.preview();
  }

  /** Makes the pages anew. */
  preview() {
    this.fields();
    const isGood = /** @type {HTMLFormElement} */ (byId('print-form')).checkValidity();
    this.paper = isGood ? this.prepare().catch((error) => { complain(error); return false; }) : Promise.resolve(false);
    return this.paper;
  }

  fields() {
    input('print-new').disabled = !this.info || !wishOf(this.info);
    if (input('print-new').disabled) input('print-this').checked = true;
    const several = !input('print-this').checked;
    if (several === byId('print-count-field').hidden) input('per-page').value = several ? '6' : '1'; // a sheet is one page at first
    byId('print-count-field').hidden = !several;
    byId('print-level-field').hidden = !several || (this.info?.puzzle === 'draughtboard' && input('print-new').checked); // a draughtboard like another one has no level
  }

  /** Makes the pages, and reports whether that succeeded. A further change ends it. */
  async prepare() {
    const { info } = this;
    if (!info) return false;
    const turn = ++this.turn;
    const wanted = input('print-new').checked ? Number(input('print-count').value) : 0;
    const boards = wanted > 1 ? await boardsLike(info, wanted) : Infinity;
    if (turn !== this.turn) return false;
    if (boards < wanted) say(t('repeats', boards, wanted));
    const wish = byId('print-level-field').hidden ? '' : input('print-level').value;
    const made = wanted ? await alike(info, wish ? { difficulty: wish } : {}, wanted) : input('print-mixed').checked ? await this.mixed(turn) : [{ text: info.text, level: this.level }];
    if (!made) return false;
    const puzzles = /** @type {[string, SVGSVGElement][]} */ ([]);
    const solutions = /** @type {[string, SVGSVGElement][]} */ ([]);
    for (const [i, { text, level }] of made.entries()) {
      const its = input('print-mixed').checked ? /** @type {Info} */ (await quick.json('read', text)) : null;
      const title = [made.length === 1 ? '' : t('number', i + 1), its ? titleOf(its) : '', level ? t(level) : ''].filter(Boolean).join(' · ');
      puzzles.push([its ? `${title}\n${rulesOf(its)}` : title, picture((await quick.ask('draw', text)).body)]);
      if (input('print-solutions').checked) {
        const filled = await solved(await quick.json('read', text)).catch(complain);
        if (filled) solutions.push([made.length === 1 ? t('solution') : t('solutionOf', i + 1), filled]);
      }
    }
    if (turn !== this.turn) return false;
    const each = Number(input('per-page').value);
    const small = [1, 2, 4, 6, 12].find((n) => n >= Math.min(solutions.length, Math.max(each, 4))) ?? 6; // solutions may be smaller
    byId('paper').replaceChildren(...this.pages(puzzles, each, true), ...this.pages(solutions, small, false));
    const others = wish ? made.filter(({ level }) => level && level !== wish).length : 0;
    if (made.length > 1) say([boards < wanted ? t('repeats', boards, wanted) : '', others ? t('otherLevels', others, made.length, t(wish)) : ''].filter(Boolean).join(' '));
    return true;
  }

  /** Returns puzzles of each kind in turn. @param {number} turn @returns {Promise<{text: string, level?: string}[]|null>} */
  async mixed(turn) {
    const made = [];
    for (let i = 0; i < Number(input('print-count').value); i++) {
      const one = await ofKind(kinds[i % kinds.length].id, input('print-level').value);
      if (!one || turn !== this.turn) return null;
      made.push({ text: one.text, level: one.about.level });
    }
    return made;
  }

  /** @param {[string, SVGSVGElement][]} pictures @param {number} each @param {boolean} playable whether they have rules and a line for a name */
  pages(pictures, each, playable) {
    const pages = [];
    for (let i = 0; i < pictures.length; i += each) {
      pages.push(h('section', { class: `page of-${each}` },
        h('header', {}, h('h2', { text: input('headline').value || (this.info && !input('print-mixed').checked ? titleOf(this.info) : '') }),
          ...(playable && this.info ? [h('p', { class: 'sheet-rules', text: input('print-mixed').checked ? '' : rulesOf(this.info) }), h('p', { class: 'your-name', text: t('yourName') })] : [])),
        ...pictures.slice(i, i + each).map(([title, drawing]) => {
          drawing.setAttribute('aria-label', title.split('\n')[0] || t('board', kindOf(/** @type {Info} */ (this.info)), this.info?.height ?? 0, this.info?.width ?? 0));
          const [name, rules = ''] = title.split('\n');
          return h('figure', {}, h('figcaption', { text: name }), ...(rules ? [h('small', { text: rules })] : []), drawing);
        })));
    }
    return pages;
  }
}
