// New puzzles: the puzzle of the day, and those that a player orders.

import { work } from './work.js';

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
