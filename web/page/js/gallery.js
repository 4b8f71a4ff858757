// The view Gallery: the puzzles of testdata, or those of a file, as pictures to choose from.

import { picture } from './board.js';
import { byId, h, input } from './dom.js';
import { file, quick } from './engine.js';
import { kindIdOf } from './kinds.js';
import { kindName, titleOf } from './names.js';
import { nameOfText, wins } from './store.js';
import { t } from './text.js';
import { variantName } from './variants.js';

/** @typedef {{text: string, level: string}} Item */

const filters = ['gallery-family', 'gallery-level', 'gallery-variant', 'gallery-size'];

/** @implements {View} */
export class Gallery {
  /** @param {(text: string, level: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.drawn = ''; // the language of the cards
    this.own = /** @type {Item[]|null} */ (null); // the puzzles of a file
    for (const id of filters) byId(id).addEventListener('change', () => this.filter());
    byId('gallery-built-in').addEventListener('click', () => { this.collect(); this.open(); });
  }

  /** Shows the puzzles of a file from the next drawing on, or those of the page again. @param {string[]} [texts] */
  collect(texts) {
    this.own = texts?.map((text) => ({ text, level: '' })) ?? null;
    this.drawn = '';
  }

  /** Shows the wanted cards. */
  filter() {
    const [family, level, variant] = filters.map((id) => input(id).value);
    const [least, most] = input('gallery-size').value.split(' ').map(Number);
    const cards = /** @type {HTMLElement[]} */ ([...byId('gallery-list').children]);
    for (const card of cards) {
      const { kind, cells, level: hard, variant: more } = card.dataset;
      card.hidden = family !== '' && family !== kind || level !== '' && level !== hard
        || variant !== '' && (variant === 'plain') !== (more === '') || Number(cells) < least || Number(cells) > most;
    }
    byId('gallery-count').textContent = t('shownOf', cards.filter((card) => !card.hidden).length, cards.length);
  }

  /** @returns {Promise<Item[]>} */
  async items() {
    if (this.own) return this.own;
    const response = await fetch(file('../gallery.json'));
    return response.ok ? response.json() : [];
  }

  async open() {
    const { lang } = document.documentElement;
    byId('gallery-built-in').hidden = !this.own;
    if (this.drawn === lang) {
      this.tick();
      return;
    }
    this.drawn = lang;
    const items = await this.items().catch((error) => { this.drawn = ''; throw error; }); // the next visit asks again
    const infos = await Promise.all(items.map(({ text }) => quick.json('read', text).catch(() => null))); // null: a part of a file that is no puzzle
    if (lang !== this.drawn) return;
    const cards = infos.flatMap((info, i) => (info ? [this.card(info, items[i])] : []));
    byId('gallery-list').replaceChildren(...cards);
    this.list([...new Set(cards.map((card) => card.dataset.kind ?? ''))]);
    this.tick();
    for (const [i, info] of infos.filter(Boolean).entries()) {
      const svg = picture((await quick.ask('draw', info.text)).body, info);
      if (lang !== this.drawn) return;
      svg.setAttribute('aria-hidden', 'true');
      cards[i].prepend(svg);
    }
  }

  /** Returns the card of a puzzle, which has its name before its picture. @param {Info} info @param {Item} item */
  card(info, { text, level }) {
    const claim = info.claim === '0' ? t('claim0') : info.claim && !['1', '?'].includes(info.claim) ? t('claims', info.claim) : '';
    const variant = info.variant && !info.form ? variantName(info.variant) : '';
    const card = h('button', { type: 'button', class: 'card', onclick: () => this.choose(text, level) },
      h('strong', { text: titleOf(info) }), h('span', { text: [level ? t(level) : '', `${info.height} × ${info.width}`, info.stones ? t('stonesMany', info.stones.length) : '', variant, claim].filter(Boolean).join(' · ') }));
    Object.assign(card.dataset, { kind: kindIdOf(info), cells: info.cells, level, variant: info.variant ?? '', name: nameOfText(info.text) });
    return card;
  }

  /** Fills the list of kinds. @param {string[]} kinds */
  list(kinds) {
    const { value } = input('gallery-family');
    byId('gallery-family').replaceChildren(...['', ...kinds].map((kind) => h('option', { value: kind, text: kind ? kindName(kind) : t('allFamilies') })));
    input('gallery-family').value = value;
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
