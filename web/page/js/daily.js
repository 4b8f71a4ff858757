// The puzzles of a day: one of each kind, the same for everybody, and those of past days.

import { byId, h } from './dom.js';
import { tile } from './home.js';
import { kinds } from './kinds.js';
import { levelOn } from './make.js';
import { clock } from './names.js';
import { dayName, dayNamed, wins } from './store.js';
import { languageName, t } from './text.js';

/** @implements {View} */
export class Daily {
  /** @param {(day: string, kind: string) => void} play @param {(day: string) => void} look shows another day */
  constructor(play, look) {
    this.play = play;
    this.look = look;
    this.day = dayName(new Date());
    byId('day-before').addEventListener('click', () => this.turn(0, dayNamed(this.day).getDate() - 1));
    byId('month-before').addEventListener('click', () => this.turn(-1));
    byId('month-after').addEventListener('click', () => this.turn(1));
  }

  open() {
    const day = dayNamed(this.day);
    const times = wins().days[this.day] ?? {};
    byId('daily-title').textContent = day.toLocaleDateString(languageName(), { weekday: 'long', day: 'numeric', month: 'long' });
    byId('day-before').textContent = t(this.day === dayName(new Date()) ? 'yesterday' : 'dayBefore');
    byId('daily-text').textContent = t('dailyText', t(levelOn(day)));
    byId('daily-list').replaceChildren(...kinds.map(({ id }) => {
      const card = tile(id, () => this.play(this.day, id));
      if (times[id] !== undefined) card.append(h('span', { class: 'done', text: `✓ ${clock(times[id])}` }));
      return card;
    }));
    this.month(day);
  }

  /** Shows the days of a month up to today. @param {Date} day */
  month(day) {
    const today = dayName(new Date());
    const first = new Date(day.getFullYear(), day.getMonth(), 1, 12);
    const days = new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();
    byId('month').textContent = day.toLocaleDateString(languageName(), { month: 'long', year: 'numeric' });
    /** @type {HTMLButtonElement} */ (byId('month-after')).disabled = today.startsWith(this.day.slice(0, 7));
    const { days: solved } = wins();
    const names = Array.from({ length: 7 }, (_, i) => h('span', { text: new Date(2024, 0, 1 + i, 12).toLocaleDateString(languageName(), { weekday: 'short' }) }));
    const empty = Array.from({ length: (first.getDay() + 6) % 7 }, () => h('span'));
    byId('days').replaceChildren(...names, ...empty, ...Array.from({ length: days }, (_, i) => {
      const name = `${this.day.slice(0, 8)}${String(i + 1).padStart(2, '0')}`;
      const done = Object.keys(solved[name] ?? {}).length;
      return h('button', { type: 'button', disabled: name > today, 'aria-current': name === this.day ? 'date' : null, onclick: () => this.look(name) },
        String(i + 1), h('small', { text: done === kinds.length ? '★' : done ? '•'.repeat(Math.min(done, 4)) : '', 'aria-hidden': 'true' }), h('span', { class: 'hidden', text: done ? t('solvedOf', done, kinds.length) : '' }));
    }));
  }

  /** Shows a day of a month before or after, or of this one. @param {1|0|-1} way @param {number} [date] 0 is the last day of the month before */
  turn(way, date = 1) {
    const day = dayNamed(this.day);
    const there = dayName(new Date(day.getFullYear(), day.getMonth() + way, date, 12));
    const today = dayName(new Date());
    this.look(there > today ? today : there);
  }

  /** Returns the next kind of the day that is not yet solved, or "". @param {string} day @param {string} [after] a kind */
  unsolved(day, after) {
    const times = wins().days[day] ?? {};
    const ids = kinds.map((kind) => kind.id);
    const at = ids.indexOf(after ?? '') + 1;
    return [...ids.slice(at), ...ids.slice(0, at)].find((id) => times[id] === undefined) ?? '';
  }
}
