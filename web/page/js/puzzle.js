// Puzzles as the page edits them, and their texts.

/** @typedef {import('../../types').Info} Info */

/**
 * Returns the name of a square.
 * @param {number} row
 * @param {number} col
 */
export function nameOf(row, col) { return `r${row + 1}c${col + 1}`; }

/**
 * Returns the text of a puzzle. It keeps no claim about its solutions.
 * @param {Info} info
 */
export function textOf(info) {
  const lines = [`puzzle: ${info.puzzle}`];
  if (info.title) lines.push(`title: ${info.title}`);
  if (info.author) lines.push(`author: ${info.author}`);
  if (info.labels) {
    const label = (/** @type {number|''|null} */ cell, /** @type {number} */ square) => info.labels?.[square] || (cell === null ? '##' : '__');
    lines.push('labels:', ...info.rows.map((row, r) => row.map((cell, c) => label(cell, r * info.width + c)).join(',')), '=');
  }
  if (info.puzzle === 'hidoku') lines.push(`moves: ${info.moves}`);
  if (info.puzzle === 'magic') lines.push(`numbers: ${info.low}..${info.high}`, `sum: ${info.sum}`, `diagonals: ${info.diagonals ? 'yes' : 'no'}`);
  if (info.puzzle === 'draughtboard') {
    lines.push(`corner: ${info.corner === 'X' ? 'any' : info.corner}`, `flips: ${info.flips ? 'yes' : 'no'}`, 'board:');
    lines.push(...info.rows.map((row) => row.map((cell) => (cell === null ? '##' : 'X')).join(',')));
    for (const stone of info.stones ?? []) lines.push('=', stone.text.trimEnd());
    return `${lines.join('\n')}\n`;
  }
  lines.push(...rowsText(info, (row, col) => String(info.rows[row][col])));
  return `${lines.join('\n')}\n`;
}

/**
 * Returns rows of cells. A value "" becomes an open cell.
 * @param {Info} info
 * @param {(row: number, col: number) => string} value
 */
function rowsText(info, value) {
  return info.rows.map((row, r) => row.map((cell, c) => (cell === null ? '##' : value(r, c) || '__')).join(','));
}

/**
 * Returns a board so far as text: clues, and the entries of the player.
 * @param {Info} info
 * @param {(name: string) => string} entry "" where there is none
 */
export function filledText(info, entry) {
  const value = (/** @type {number} */ row, /** @type {number} */ col) => {
    const clue = info.rows[row][col];
    return typeof clue === 'number' ? String(clue) : entry(nameOf(row, col)); // a clue may be 0
  };
  return `${rowsText(info, value).join('\n')}\n`;
}

/**
 * Returns the number that a puzzle gives for a cell, or undefined.
 * @param {Info} info
 * @param {string} name
 */
export function clueAt(info, name) {
  const [, row, col] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  const value = info.rows[Number(row) - 1]?.[Number(col) - 1];
  return typeof value === 'number' && info.puzzle !== 'draughtboard' ? value : undefined;
}
