// New puzzles: the puzzle of the day, and those that a player orders.

import { editable, pairsOf } from './puzzle.js';
import { work } from './work.js';

/** @typedef {import('../../types').Info} Info */

// What the day of the week brings, from Sunday on.
const week = /** @type {Record<string, string>[]} */ ([
  { family: 'hidoku', moves: 'king', size: '10x10', difficulty: 'hard' },
  { family: 'hidoku', moves: 'king', size: '6x6', difficulty: 'easy' },
  { family: 'hidoku', moves: 'rook', size: '7x7', difficulty: 'easy' },
  { family: 'magic', size: '4', difficulty: 'medium' },
  { family: 'hidoku', moves: 'hex', size: '7x7', difficulty: 'medium' },
  { family: 'hidoku', moves: 'king', size: '8x8', difficulty: 'medium' },
  { family: 'hidoku', moves: 'rook', size: '9x9', difficulty: 'medium' },
]);

/**
 * Returns the puzzle of a day: the same for everybody with one version of the program, or
 * undefined if it was stopped.
 * @param {Date} day
 * @returns {Promise<string|undefined>}
 */
export async function puzzleOf(day) {
  const seed = day.getFullYear() * 10000 + (day.getMonth() + 1) * 100 + day.getDate();
  const answer = await work('generate', '', { ...week[day.getDay()], seed: String(seed) });
  return [answer ?? []].flat()[0]?.text;
}

/**
 * Returns a new puzzle, or undefined if it was stopped.
 * @param {string} kind king, rook, hex, magic or draughtboard
 * @param {number} size
 * @param {string} level
 * @returns {Promise<string|undefined>}
 */
export async function newPuzzle(kind, size, level) {
  const seed = String(Math.floor(Math.random() * 1e9));
  /** @type {Record<string, string>} */
  const options = { family: kind, size: kind === 'magic' ? String(size) : `${size}x${size}`, seed };
  if (['king', 'rook', 'hex'].includes(kind)) Object.assign(options, { family: 'hidoku', moves: kind });
  if (level) options.difficulty = level;
  const answer = await work('generate', '', options);
  return [answer ?? []].flat()[0]?.text;
}

/**
 * Returns new puzzles of the kind of a given one, or null if none was made. The board stays
 * the same.
 * @param {Info} info
 * @param {Record<string, string>} more further options
 * @returns {Promise<string[]|null>}
 */
export async function alike(info, more) {
  const options = wishOf(info);
  if (!options) return null;
  const seed = String(Math.floor(Math.random() * 1e9));
  const answer = await work('generate', info.puzzle === 'magic' ? '' : info.text, { ...options, seed, ...more });
  return answer && [answer].flat().map((made) => made.text).filter(Boolean);
}

/**
 * Returns the options for new puzzles of the kind of a given one, or null if the engine makes
 * none of that kind.
 * @param {Info} info
 * @returns {Record<string, string>|null}
 */
export function wishOf(info) {
  const size = `${info.width}x${info.height}`;
  const { headers = {} } = editable(info);
  switch (info.form ?? info.puzzle) {
    case 'hidoku': {
      if (headers.bridges || headers.unlinked || headers.order) return null;
      /** @type {Record<string, string>} */
      const options = { family: 'hidoku', moves: info.moves ?? 'king' };
      for (const key of ['torus', 'closed']) if (headers[key]) options[key] = 'true';
      for (const key of ['walls', 'links']) if (headers[key]) options[key] = String(pairsOf(headers[key]).length);
      if (info.ranked) options.order = 'true';
      return options;
    }
    case 'magic': return { family: 'magic', size, low: String(info.low), diagonals: info.diagonals ? 'yes' : 'no' };
    case 'pandiagonal':
    case 'associative': return { family: 'magic', size, low: String(info.low), lines: info.form ?? '' };
    case 'jodici': return { family: 'jodici' };
    case 'equation': return { family: 'equation', size, low: String(info.low) };
    case 'draughtboard': return info.variant ? null : { family: 'draughtboard' };
  }
  return null;
}
