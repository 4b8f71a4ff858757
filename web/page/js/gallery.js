// The view Gallery: the puzzles of testdata, or those of a file, as pictures to choose from.

import { picture } from './board.js';
import { byId, h, input } from './dom.js';
import { quick } from './engine.js';
import { kindIdOf } from './kinds.js';
import { kindName, titleOf } from './names.js';
import { nameOfText, wins } from './store.js';
import { t } from './text.js';
import { variantName } from './variants.js';

/** @typedef {import('../../types').View} View */
/** @typedef {{text: string, level: string}} Item */

const filters = ['gallery-family', 'gallery-level', 'gallery-variant', 'gallery-size'];

/** @implements {View} */
export class Gallery {
  /** @param {(text: string, level: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.drawn = ''; // the language of the cards
    /** @type {Item[]|null} */
    this.own = null; // the puzzles of a file
    for (const id of filters) byId(id).addEventListener('change', () => this.filter());
  }

  /** Shows the puzzles of a file instead. @param {string[]} texts */
  collect(texts) {
    this.own = texts.map((text) => ({ text, level: '' }));
    this.drawn = '';
  }

  /** Shows the wanted cards. Cards that are not yet drawn may be of any kind. */
  filter() {
    const [family, level, variant] = filters.map((id) => input(id).value);
    const [least, most] = input('gallery-size').value.split(' ').map(Number);
    const cards = /** @type {HTMLElement[]} */ ([...byId('gallery-list').children]);
    for (const card of cards) {
      const { kind, cells, level: hard, variant: more } = card.dataset;
      card.hidden = kind !== undefined && (family !== '' && family !== kind || level !== '' && level !== hard
        || variant !== '' && (variant === 'plain') !== (more === '') || Number(cells) < least || Number(cells) > most);
    }
    byId('gallery-count').textContent = t('shownOf', cards.filter((card) => !card.hidden).length, cards.length);
  }

  /** @returns {Promise<Item[]>} */
  async items() {
    if (this.own) return this.own;
    const response = await fetch(new URL('../gallery.json', import.meta.url));
    return response.ok ? response.json() : [];
  }

  async open() {
    const { lang } = document.documentElement;
    if (this.drawn === lang) {
      this.tick();
      return;
    }
    this.drawn = lang;
    const items = await this.items();
    const cards = items.map(({ text, level }, i) => h('button', { type: 'button', class: 'card', text: t('working'), onclick: () => this.choose(text, cards[i].dataset.level ?? level) }));
    byId('gallery-list').replaceChildren(...cards);
    const kinds = new Set();
    for (const [i, { text, level }] of items.entries()) {
      const info = await quick.json('read', text).catch(() => null);
      if (!info) {
        cards[i].remove(); // a part of a file that is no puzzle
        continue;
      }
      const svg = picture((await quick.ask('draw', text)).body);
      if (lang !== this.drawn) return;
      svg.setAttribute('aria-hidden', 'true');
      svg.querySelector('title')?.remove();
      const claim = info.claim === '0' ? t('claim0') : info.claim && !['1', '?'].includes(info.claim) ? t('claims', info.claim) : '';
      const variant = info.variant && !info.form ? variantName(info.variant) : '';
      const kind = kindIdOf(info);
      kinds.add(kind);
      Object.assign(cards[i].dataset, { kind, cells: info.cells, level, variant: info.variant ?? '', name: nameOfText(info.text) });
      cards[i].replaceChildren(svg, h('strong', { text: titleOf(info) }), h('span', { text: [level ? t(level) : '', `${info.height} × ${info.width}`, variant, claim].filter(Boolean).join(' · ') }));
      if (i % 10 === 0 || i === items.length - 1) this.lists([...kinds]);
    }
    this.lists([...kinds]);
    this.tick();
  }

  /** Fills the lists of kinds and levels. @param {string[]} kinds */
  lists(kinds) {
    const fill = (/** @type {string} */ id, /** @type {[string, string][]} */ options) => {
      const { value } = input(id);
      byId(id).replaceChildren(...options.map(([key, text]) => h('option', { value: key, text })));
      input(id).value = value;
    };
    fill('gallery-family', [['', t('allFamilies')], ...kinds.map((kind) => /** @type {[string, string]} */ ([kind, kindName(kind)]))]);
    fill('gallery-level', [['', t('allLevels')], ...['easy', 'medium', 'hard', 'extreme'].map((level) => /** @type {[string, string]} */ ([level, t(level)]))]);
    this.filter();
  }

  /** Puts a tick on what is solved. */
  tick() {
    const { solved } = wins();
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.card[data-name]'))) {
      const isDone = solved[card.dataset.name ?? ''] !== undefined;
      card.classList.toggle('solved', isDone);
      card.querySelector('.hidden')?.remove();
      if (isDone) card.append(h('span', { class: 'hidden', text: t('isSolved') }));
    }
  }
}
