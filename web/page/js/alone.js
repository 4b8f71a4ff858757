// A page that has its puzzle in itself, and no engine: see "crosscut export --to html". It judges a board by the solution,
// or by the rules that need no engine.

import { faultsOf } from './faults.js';
import { Numbers } from './numbers.js';
import { nameOf, position } from './puzzle.js';

/** The puzzle in the page, with answers about it, or null. @type {{text: string, answers: [string, string][], rows?: (string|number|null)[][]}|null} */
export const alone = JSON.parse(document.getElementById('puzzle')?.textContent ?? 'null');

/** Returns the answer to a question that needs no engine, or null. @param {string} op @param {string} text @param {Record<string, string>} options @returns {any} */
export function answerAlone(op, text, { filled, partial }) {
  if (op === 'solve') return alone?.rows ? { rows: alone.rows } : null;
  if (op !== 'verify') return null;
  const info = JSON.parse(alone?.answers.find(([asked]) => asked.startsWith('read '))?.[1] ?? '{}');
  const board = filled.trim().split('\n').map((row) => row.split(','));
  const has = (/** @type {string} */ entry) => !['', '_', '__', '?', '##'].includes(entry);
  const rows = alone?.rows;
  if (info.puzzle === 'draughtboard' && (partial === undefined || !rows)) return { right: true }; // the page lets no stone break a rule
  if (rows) {
    const right = (/** @type {string} */ entry, /** @type {number} */ r, /** @type {number} */ c) => (info.puzzle !== 'draughtboard' ? entry === String(rows[r][c]) : board.every((row, i) => row.every((other, j) => (other === entry) === (rows[i][j] === rows[r][c])))); // alike stones may have their names swapped
    const wrong = board.flatMap((row, r) => row.flatMap((entry, c) => (has(entry) && !right(entry, r, c) ? [nameOf(r, c)] : [])));
    return { right: wrong.length === 0, wrong, unique: true };
  }
  const faults = faultsOf(new Numbers(info), (name) => {
    const [row, col] = position(name);
    const entry = board[row]?.[col] ?? '';
    return has(entry) ? Number(entry) : undefined;
  });
  const [rule] = faults.map(({ key }) => (key === 'faultSum' ? 'line' : key.replace('fault', '').toLowerCase())); // as the engine calls it
  return { right: faults.length === 0, rule, wrong: faults.flatMap(({ cells }) => cells) };
}
