// The view Gallery: the puzzles of testdata, as pictures to choose from.

import { picture } from './board.js';
import { byId, h, input } from './dom.js';
import { quick } from './engine.js';
import { kindOf } from './names.js';
import { t } from './text.js';
import { variantName } from './variants.js';

/** @typedef {import('../../types').View} View */

/** @implements {View} */
export class Gallery {
  /** @param {(text: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.language = '';
    for (const id of ['gallery-family', 'gallery-size']) byId(id).addEventListener('change', () => this.filter());
  }

  /** Shows the cards of the wanted family and size. Cards that are not yet drawn are of any. */
  filter() {
    const family = input('gallery-family').value;
    const [least, most] = input('gallery-size').value.split(' ').map(Number);
    const cards = /** @type {HTMLElement[]} */ ([...byId('gallery-list').children]);
    for (const card of cards) {
      const { family: of, cells } = card.dataset;
      card.hidden = of !== undefined && (family !== '' && family !== of || Number(cells) < least || Number(cells) > most);
    }
    byId('gallery-count').textContent = t('shownOf', cards.filter((card) => !card.hidden).length, cards.length);
  }

  async open() {
    if (this.language === document.documentElement.lang) return;
    this.language = document.documentElement.lang;
    const response = await fetch(new URL('../gallery.json', import.meta.url));
    /** @type {string[]} */
    const puzzles = response.ok ? await response.json() : [];
    const cards = puzzles.map((text) => h('button', { type: 'button', class: 'card', text: t('working'), onclick: () => this.choose(text) }));
    byId('gallery-list').replaceChildren(...cards);
    const language = this.language;
    for (const [i, text] of puzzles.entries()) {
      const info = await quick.json('read', text);
      const svg = picture((await quick.ask('draw', text)).body);
      if (language !== this.language) return;
      svg.setAttribute('aria-hidden', 'true');
      svg.querySelector('title')?.remove();
      const claim = info.claim === '1' ? t('claim1') : info.claim === '0' ? t('claim0') : info.claim && info.claim !== '?' ? t('claims', info.claim) : '';
      const size = `${info.height} × ${info.width}`;
      const variant = info.variant && !info.form ? variantName(info.variant) : '';
      Object.assign(cards[i].dataset, { family: info.puzzle, cells: info.cells });
      this.filter();
      cards[i].replaceChildren(svg, h('strong', { text: info.title ?? kindOf(info) }), h('span', { text: [size, variant, claim].filter(Boolean).join(' · ') }));
    }
  }
}
