// The first screen: a puzzle to go on with, those of today, and a tile for each kind.

import { picture } from './board.js';
import { byId, h, s } from './dom.js';
import { kinds } from './kinds.js';
import { answer } from './known.js';
import { clock, kindName, titleOf } from './names.js';
import { openNew } from './new.js';
import { choose, setting } from './settings.js';
import { dayName, streak, unfinished, wins } from './store.js';
import { languageName, t } from './text.js';

/** The levels that one tap chooses. */
const levels = ['easy', 'medium', 'hard'];

/** Returns the tile of a kind. @param {string} id @param {() => void} onclick */
export function tile(id, onclick) {
  return h('button', { type: 'button', class: 'tile', 'data-kind': id, onclick }, art(id), h('strong', { text: kindName(id) }),
    h('span', { text: t(`about${id[0].toUpperCase()}${id.slice(1)}`) }));
}

/** Returns the small picture of a kind, which needs no engine. @param {string} id */
function art(id) { return s('svg', { class: 'art', 'aria-hidden': 'true' }, s('use', { href: `#art-${id}` })); }

/** Returns an icon of the page. @param {string} name */
function icon(name) { return s('svg', { class: 'icon', viewBox: '0 0 27 27', 'aria-hidden': 'true' }, s('use', { href: `#i-${name}` })); }

/** @implements {View} */
export class Home {
  /** @param {(kind: string, level: string) => void} play starts a new puzzle @param {(text: string) => void} resume @param {(kind?: string) => void} daily opens the puzzles of today, or one of them */
  constructor(play, resume, daily) {
    this.play = play;
    this.resume = resume;
    this.daily = daily;
    byId('home-daily').addEventListener('click', () => daily());
  }

  open() {
    byId('levels').replaceChildren(...levels.map((level) => h('label', {},
      h('input', { type: 'radio', name: 'level', value: level, checked: setting('level') === level, onchange: () => choose('level', level) }), t(level))));
    byId('tiles').replaceChildren(...kinds.map(({ id }) => tile(id, () => this.play(id, setting('level')))),
      h('button', { type: 'button', class: 'tile', id: 'new', onclick: () => openNew() }, art('new'), h('strong', { text: t('more') }), h('span', { text: t('morePuzzles') })));
    this.today();
    this.goOn().catch(() => { byId('go-on').hidden = true; });
  }

  today() {
    const now = new Date();
    const times = wins().days[dayName(now)] ?? {};
    const days = streak(now);
    const date = now.toLocaleDateString(languageName(), { weekday: 'long', day: 'numeric', month: 'long' });
    byId('home-daily').replaceChildren(h('span', {}, h('strong', { text: t('dailyOf', date) }),
      h('span', { text: [t('solvedOf', Object.keys(times).length, kinds.length), days > 1 ? t('streak', days) : ''].filter(Boolean).join(' ') })), icon('right'));
    byId('home-kinds').replaceChildren(...kinds.map(({ id }) => {
      const done = times[id] !== undefined;
      return h('button', { type: 'button', class: done ? 'mini done' : 'mini', 'data-kind': id, title: kindName(id), onclick: () => this.daily(id) },
        art(id), h('span', { class: 'hidden', text: [kindName(id), done ? t('isSolved') : ''].filter(Boolean).join(', ') }));
    }));
  }

  /** Offers the newest game that was not ended. */
  async goOn() {
    const game = unfinished();
    byId('go-on').hidden = !game;
    if (!game) return;
    const info = JSON.parse(await answer('read', game.text));
    const svg = picture(await answer('draw', game.text), info);
    svg.setAttribute('aria-hidden', 'true');
    byId('go-on').replaceChildren(h('button', { type: 'button', class: 'wide', onclick: () => this.resume(game.text) },
      h('span', {}, h('strong', { text: t('goOn') }), h('span', { text: [titleOf(info), game.about?.level ? t(game.about.level) : '', clock(game.seconds)].filter(Boolean).join(' · ') })), svg));
  }
}
