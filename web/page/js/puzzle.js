// Puzzles as the page edits them, and their texts.

import { hidokuRules, pairKeys } from './hidoku-rules.js';

/** Returns the name of a square. @param {number} row @param {number} col */
export function nameOf(row, col) { return `r${row + 1}c${col + 1}`; }

/** Returns row and column of a name such as r4c2, counted from 0. @param {string} name @returns {[number, number]} */
export function position(name) {
  const [, row, col] = /^r(\d+)c(\d+)$/.exec(name) ?? ['', '0', '0'];
  return [Number(row) - 1, Number(col) - 1];
}

/** Returns what a square has: a number, "" if it is open, null for a hole, undefined beside the board. @param {Info} info @param {string} name */
export function squareAt(info, name) {
  const [row, col] = position(name);
  return info.rows[row]?.[col];
}

// The header lines of variants. The page keeps most of them as they are.
const variantKeys = [...Object.keys(hidokuRules), 'clues', 'lines', 'gaps', 'stones'];

/** Returns a puzzle as the view Create edits it: with the headers of its variant, with ranks as clues, and with each stone as its text draws it. @param {Info} info an answer of read @returns {Info} */
export function editable(info) {
  const text = info.text.replace(/^labels:\n[^]*?\n=\n/m, '');
  /** @type {Record<string, string>} */
  const headers = {};
  const keys = info.form ? [...variantKeys, 'numbers', 'sum'] : variantKeys;
  for (const [, key, value] of text.matchAll(/^(\w+): (.*)$/gm)) if (keys.includes(key)) headers[key] = value;
  const rows = info.rows.map((row, r) => row.map((cell, c) => (info.ranked && cell !== null ? (info.order?.indexOf(nameOf(r, c)) ?? -1) + 1 || '' : cell)));
  return { ...info, rows, headers, ...(info.puzzle === 'draughtboard' ? { stones: drawn(text, info) } : {}) };
}

/** Returns the stones that a text draws, each with the line about its use. @param {string} text @param {Info} info */
function drawn(text, info) {
  const below = text.slice(text.search(/^board:/m)).replace(/^board:( .*\n|\n[^]*?\n=\n)/, '');
  return below.split(/^=$/m).map((part) => part.trim()).filter(Boolean).map((part) => {
    const [first, ...others] = part.split('\n');
    const shape = first.includes('*') ? others.join('\n') : part;
    return { name: info.stones?.find((stone) => stone.text.trim() === shape)?.name ?? '', text: `${shape}\n`, use: first.includes('*') ? first : '' };
  });
}

/** Returns the text of a puzzle. It keeps no claim about its solutions. @param {Info} info */
export function textOf(info) {
  const isOther = info.form === 'jodici' || info.form === 'equation';
  const lines = [`puzzle: ${isOther ? info.form : info.puzzle}`];
  if (info.title) lines.push(`title: ${info.title}`);
  if (info.author) lines.push(`author: ${info.author}`);
  if (info.labels) {
    const label = (/** @type {number|''|null} */ cell, /** @type {number} */ square) => info.labels?.[square] || (cell === null ? '##' : '__');
    lines.push('labels:', ...info.rows.map((row, r) => row.map((cell, c) => label(cell, r * info.width + c)).join(',')), '=');
  }
  if (info.puzzle === 'hidoku') lines.push(`moves: ${info.moves}`);
  if (info.puzzle === 'magic' && !info.form) lines.push(`numbers: ${info.low}..${info.high}`, `sum: ${info.sum}`, `diagonals: ${info.diagonals ? 'yes' : 'no'}`);
  if (info.puzzle === 'draughtboard') lines.push(`corner: ${info.corner === 'X' ? 'any' : info.corner}`, `flips: ${info.flips ? 'yes' : 'no'}`);
  for (const [key, value] of Object.entries(info.headers ?? {})) {
    const kept = pairKeys.includes(key) ? pairsOf(value).filter((pair) => pair.every((name) => squareAt(info, name) != null)).map((pair) => pair.join('-')).join(', ') : value;
    if (kept) lines.push(`${key}: ${kept}`);
  }
  if (info.puzzle === 'draughtboard') {
    lines.push('board:', ...info.rows.map((row, r) => row.map((cell, c) => (cell === null ? '##' : squareOf(info, r, c))).join(',')));
    for (const stone of info.stones ?? []) lines.push('=', ...(stone.use ? [stone.use] : []), stone.text.trimEnd());
    if (!info.stones?.length && info.headers?.stones) lines.push('=');
  } else if (info.form === 'equation') {
    lines.push(...equationRows(info));
  } else {
    lines.push(...rowsText(info, (row, col) => String(info.rows[row][col])));
  }
  return `${lines.join('\n')}\n`;
}

/** Returns a puzzle without its clues. @param {Info} info @returns {Info} */
export function opened(info) {
  const { clues, ...headers } = info.headers ?? editable(info).headers ?? {};
  const open = { ...info, headers, rows: info.rows.map((row) => row.map((cell) => (cell === null ? null : /** @type {''} */ ('')))) };
  return { ...open, text: textOf(open) };
}

/** Returns the colour of a square. If the corner may have any colour, it is drawn black. @param {Info} info @param {number} row @param {number} col */
function squareOf(info, row, col) { return (row + col) % 2 === Number(info.corner === 'W') ? 'B' : 'W'; }

/** Returns the pairs of cells that a header lists. @param {string} header @returns {string[][]} */
export function pairsOf(header) { return header.split(',').map((pair) => pair.trim().split('-')).filter((pair) => pair.length === 2); }

/** Returns the rows of equations, with the operators and results that they had. @param {Info} info */
function equationRows(info) {
  const rows = info.text.trimEnd().split('\n').slice(-2 * info.height - 1);
  return rows.map((line, r) => {
    if (r % 2 || r === 2 * info.height) return line;
    return line.split(/\s+/).map((sign, c) => (c % 2 || c >= 2 * info.width ? sign : String(info.rows[r / 2][c / 2]) || '__')).join(' ');
  });
}

/** Returns rows of cells. A value "" becomes an open cell. @param {Info} info @param {(row: number, col: number) => string} value */
function rowsText(info, value) {
  return info.rows.map((row, r) => row.map((cell, c) => (cell === null ? '##' : value(r, c) || '__')).join(','));
}

/** Returns a board so far as text: clues, and the entries of the player. @param {Info} info @param {(name: string) => string} entry "" where there is none */
export function filledText(info, entry) {
  const value = (/** @type {number} */ row, /** @type {number} */ col) => {
    const clue = info.rows[row][col];
    return typeof clue === 'number' ? String(clue) : entry(nameOf(row, col)); // a clue may be 0
  };
  return `${rowsText(info, value).join('\n')}\n`;
}

/** Returns the number that a puzzle gives for a cell, or undefined. @param {Info} info @param {string} name */
export function clueAt(info, name) {
  const value = squareAt(info, name);
  return typeof value === 'number' && info.puzzle !== 'draughtboard' ? value : undefined;
}
