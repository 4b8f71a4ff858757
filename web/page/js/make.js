// New puzzles: those of a day, those of a kind and level, and those like a given one.

import { hidokuRules } from './hidoku-rules.js';
import { kindNamed, kinds, otherKinds, week } from './kinds.js';
import { editable, opened, pairsOf } from './puzzle.js';
import { dayName } from './store.js';
import { work, workAside } from './work.js';

/** @typedef {import('./store.js').About} About */
/** @typedef {{text: string, about: About}} Made a puzzle and what is known of it */

const tries = 5; // how many Zips of a hard day are made until one is hard
const patience = 2; // seconds for a puzzle of a level; then the nearest of some others comes. That of a day is the same on a slow machine
const longest = 20; // seconds for a puzzle of any level
const spare = 3; // puzzles more than are missing, so that the nearest can come
export const levels = ['easy', 'medium', 'hard', 'extreme'];

/** Returns a number that selects a new puzzle. */
function anySeed() { return Math.floor(Math.random() * 1e9); }

/**
 * Returns the puzzle of a kind for a day: the same for everybody, and for every version. It is undefined if it was stopped.
 * @param {Date} day
 * @param {string} id
 * @returns {Promise<Made|undefined>}
 */
export async function puzzleOf(day, id) {
  const number = day.getFullYear() * 10000 + (day.getMonth() + 1) * 100 + day.getDate();
  const level = (levelOn(day) === 'hard' && { pentominoes: 'extreme', zip: 'day' }[id]) || levelOn(day); // as on all past days
  const seed = number * 10 + kinds.findIndex((kind) => kind.id === id);
  let made = await ofKind(id, level, seed);
  for (let i = 1; level === 'day' && i < tries && made && !['hard', 'extreme'].includes(made.about.level ?? ''); i++) made = await ofKind(id, level, seed + i * 1e10);
  return made && { ...made, about: { ...made.about, day: dayName(day) } };
}

/** Returns the level of a day's puzzles: they are harder towards its end of the week. @param {Date} day */
export function levelOn(day) { return week[day.getDay()]; }

/**
 * Returns a puzzle of a kind and level, or undefined if it was stopped.
 * @param {string} id
 * @param {string} level
 * @param {number} [seed]
 * @param {Record<string, string>} [more] further options
 * @returns {Promise<Made|undefined>}
 */
export async function ofKind(id, level, seed, more = {}) {
  /** @type {Record<string, string>} */
  const options = { ...(kindNamed(id)?.levels[level || 'medium'] ?? kindNamed(id)?.levels.hard ?? { ...otherKinds[id], difficulty: level }), ...more };
  if (!level) delete options.difficulty;
  if (level === 'extreme' && options.difficulty) options.difficulty = level;
  if (more.size && !more.shape) delete options.shape;
  if (more.shape?.startsWith('hexagon')) delete options.size;
  const [made] = (seed === undefined ? await inTime('', options) : [await work('generate', '', { ...options, seed: String(seed) }) ?? []].flat()) ?? [];
  return made?.text && { text: made.text.replace(/^(# |source: |solutions: 1$).*\n/gm, ''), about: { kind: id, level: made.level } }; // without the lines about its origin
}

/**
 * Returns new puzzles, or null if they were stopped or cannot be made. Those of a level are waited for two seconds each. Where
 * there are too few, others come, the nearest first. Those of any level come from the easiest on.
 * @param {string} text
 * @param {Record<string, string>} options
 * @param {number} [count]
 * @returns {Promise<{text: string, level?: string}[]|null>}
 */
async function inTime(text, { difficulty, ...any }, count = 1) {
  const made = [];
  const far = (/** @type {{level?: string}} */ { level }) => Math.abs(levels.indexOf(level ?? '') - levels.indexOf(difficulty));
  const ways = /** @type {[Record<string, string>, number, number][]} */ ([[{ ...any, difficulty }, 0, patience], [any, spare, patience], [any, 0, longest]]);
  for (const [wish, more, seconds] of difficulty ? ways : ways.slice(-1)) {
    const missing = count - made.length;
    if (missing <= 0) break;
    const answer = await work('generate', text, { ...wish, seed: String(anySeed()), count: String(missing + more), time: `${seconds * missing}s` }, seconds < longest); // the last refusal is said
    if (!answer) return null;
    made.push(...[answer].flat().sort((a, b) => far(a) - far(b)));
  }
  return made.slice(0, count);
}

/** Returns new puzzles of the kind of a given one, or null if there are none. The board stays the same. @param {Info} info @param {Record<string, string>} [more] further options @param {number} [count] */
export async function alike(info, more, count) {
  const options = wishOf(info);
  return options && inTime(info.puzzle === 'magic' ? '' : info.text, { ...options, ...more }, count);
}

/** Returns how many boards there are for puzzles like a given one, or Infinity if there are as many as wanted, or if that takes long. @param {Info} info @param {number} wanted */
export async function boardsLike(info, wanted) {
  const { walls, links, ...headers } = editable(info).headers ?? {}; // each puzzle has others
  const answer = info.puzzle === 'draughtboard' ? null : await workAside('solve', opened({ ...info, headers }).text, { n: String(wanted), time: `${patience}s` });
  const many = [answer ?? []].flat().filter(({ rows }) => rows).length;
  return answer && many < wanted ? many : Infinity;
}

/** Returns a puzzle with everything that a given one has, and further clues up to one solution, or undefined. @param {Info} info @param {Record<string, string>} more further options */
export async function filledUp(info, more) { return (await inTime(info.text, { family: info.puzzle, keep: 'true', ...more }))?.[0]; }

/** Returns the options for new puzzles of the kind of a given one, or null if the engine makes none of that kind. @param {Info} info @returns {Record<string, string>|null} */
export function wishOf(info) {
  const size = `${info.width}x${info.height}`;
  const { headers = {} } = editable(info);
  switch (info.form ?? info.puzzle) {
    case 'hidoku': {
      const rules = Object.entries(hidokuRules).filter(([key]) => headers[key]);
      if (rules.some(([, rule]) => !rule.wish)) return null;
      /** @type {Record<string, string>} */
      const options = { family: 'hidoku', moves: info.moves ?? 'king' };
      for (const [key, { wish }] of rules) options[key] = wish === 'is' ? 'true' : String(pairsOf(headers[key]).length);
      if (info.ranked) options.order = 'true';
      return options;
    }
    case 'magic': return { family: 'magic', size, low: String(info.low), diagonals: info.diagonals ? 'yes' : 'no' };
    case 'pandiagonal':
    case 'associative': return { family: 'magic', size, low: String(info.low), lines: info.form ?? '' };
    case 'jodici': return { family: 'jodici' };
    case 'equation': return { family: 'equation', size, low: String(info.low) };
    case 'draughtboard': return info.variant || info.headers?.stones ? null : { family: 'draughtboard', corner: info.corner === 'W' ? 'W' : 'B', flips: info.flips ? 'yes' : 'no' };
  }
  return null;
}
