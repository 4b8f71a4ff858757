// The end of a game: a short joy, the time against the own best, and what comes next.

import { byId } from './dom.js';
import { clock, kindName } from './names.js';
import { dayNamed, streak, won } from './store.js';
import { languageName, t } from './text.js';
import { say } from './work.js';

/** @typedef {import('./play.js').Play} Play */
/** @typedef {import('./store.js').About} About */

export class Win {
  /** @param {Play} play @param {(about: About) => void} next */
  constructor(play, next) {
    this.play = play;
    byId('next').addEventListener('click', () => next(play.about));
    byId('boast').addEventListener('click', () => this.share());
  }

  hide() {
    byId('win').hidden = true;
    byId('play').dataset.won = 'false';
  }

  /** Shows that the puzzle is solved: now, or before this visit. @param {boolean} now */
  show(now) {
    const { info, about, seconds } = this.play;
    if (!info) return;
    const best = now ? won(info.text, about, seconds) : undefined;
    const days = about.day ? streak(new Date()) : 0;
    byId('win-title').textContent = t('solved', clock(seconds));
    byId('win-text').textContent = [
      about.hints ? t('withHints', about.hints) : best === undefined || !about.level ? '' : seconds < best ? t('newBest', clock(best)) : t('yourBest', clock(best)),
      days > 1 ? t('streak', days) : '',
    ].filter(Boolean).join(' ');
    byId('to-day').hidden = !about.day;
    byId('win').hidden = false;
    byId('play').dataset.won = 'true';
    const order = this.play.table.ordered?.() ?? [...this.play.board.cells.keys()];
    order.forEach((/** @type {string} */ name, /** @type {number} */ i) => {
      const cell = this.play.board.cells.get(name)?.path;
      cell?.style.setProperty('--at', String(i * Math.min(1, 40 / order.length)));
      cell?.classList.add('joy');
    });
    if (now) byId('win-title').focus({ preventScroll: true }); // no button, since Enter may end the last number
  }

  /** Gives away a text about the game, without its solution. */
  async share() {
    const { about, seconds } = this.play;
    const day = about.day ? dayNamed(about.day).toLocaleDateString(languageName(), { day: 'numeric', month: 'short' }) : '';
    const address = about.day ? `${location.origin}${location.pathname}#/daily/${about.day}/${about.kind}` : location.href;
    const text = `${[kindName(about.kind ?? ''), day].filter(Boolean).join(' ')} · ${[clock(seconds), about.hints ? t('withHints', about.hints) : ''].filter(Boolean).join(' ')}\n${address}`;
    try {
      await navigator.clipboard.writeText(text);
      say(t('boasted'));
    } catch {
      say(text);
    }
  }
}
