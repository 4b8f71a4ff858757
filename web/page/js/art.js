// Small pictures of the kinds of puzzles, for the first screen. They need no engine.

import { s } from './dom.js';

const side = 28; // of a cell

/** @param {number} row @param {number} col @param {string} [kind] */
function square(row, col, kind = 'box') { return s('rect', { class: kind, x: col * side, y: row * side, width: side, height: side, rx: 3 }); }

/** @param {number} rows @param {number} cols */
function grid(rows, cols) { return Array.from({ length: rows * cols }, (_, i) => square(Math.floor(i / cols), i % cols)); }

/** @param {string|number} text @param {number} row @param {number} col @param {string} [kind] */
function label(text, row, col, kind = '') { return s('text', { class: kind, x: (col + 0.5) * side, y: (row + 0.5) * side + 5.5 }, String(text)); }

/** Returns a line through the middles of cells. @param {[number, number][]} cells @param {string} [kind] */
function line(cells, kind = 'line') { return s('path', { class: kind, d: cells.map(([row, col], i) => `${i ? 'L' : 'M'}${(col + 0.5) * side} ${(row + 0.5) * side}`).join('') }); }

/** Returns a hexagon. @param {number} x @param {number} y */
function hexagon(x, y) {
  const corner = (/** @type {number} */ i) => `${(x + 16.2 * Math.sin(i * Math.PI / 3)).toFixed(1)} ${(y - 16.2 * Math.cos(i * Math.PI / 3)).toFixed(1)}`;
  return s('path', { class: 'box', d: `M${[0, 1, 2, 3, 4, 5].map(corner).join('L')}z` });
}

/** Returns a stone. @param {string} cells pairs of digits: rows and columns @param {string} kind */
function stone(cells, kind) { return cells.split(' ').map((cell) => s('rect', { class: kind, x: Number(cell[1]) * side + 1, y: Number(cell[0]) * side + 1, width: side - 2, height: side - 2, rx: 5 })); }

/** @type {Record<string, () => SVGElement[]>} */
const pictures = {
  hidato: () => [...grid(3, 4), line([[0, 0], [1, 1], [2, 0], [2, 1], [1, 2], [0, 1], [0, 2], [1, 3]]), label(1, 0, 0), label(2, 1, 1), label(5, 1, 2), label(8, 1, 3)],
  numbrix: () => [...grid(3, 4), line([[2, 0], [1, 0], [0, 0], [0, 1], [1, 1], [2, 1], [2, 2], [1, 2]]), label(1, 2, 0), label(4, 0, 1), label(5, 1, 1), label(8, 1, 2)],
  rikudo: () => [
    ...[[28, 17], [56, 17], [84, 17], [14, 41.3], [42, 41.3], [70, 41.3], [98, 41.3], [28, 65.6], [56, 65.6], [84, 65.6]].map(([x, y]) => hexagon(x, y)),
    s('path', { class: 'line', d: 'M28 17L56 17L42 41.3L70 41.3L56 65.6' }), s('rect', { class: 'dot', x: 45.5, y: 25.6, width: 7, height: 7, transform: 'rotate(45 49 29.1)' }),
    ...[['1', 28, 22], ['2', 56, 22], ['4', 70, 46.8], ['9', 84, 71]].map(([text, x, y]) => s('text', { x, y }, String(text))),
  ],
  zip: () => [
    ...grid(3, 4), line([[1, 0], [0, 0], [0, 1], [0, 2], [1, 2], [1, 1], [2, 1], [2, 2], [2, 3], [1, 3]], 'line thick'), s('path', { class: 'bar', d: `M${side} ${side}v${side}` }),
    ...(/** @type {[number, number, number][]} */ ([[1, 1, 0], [2, 0, 2], [3, 2, 1], [4, 1, 3]])).flatMap(([text, row, col]) => [
      s('circle', { class: 'dot', cx: (col + 0.5) * side, cy: (row + 0.5) * side, r: 10 }), label(text, row, col, 'on-dot')]),
  ],
  magic: () => [...grid(3, 3), ...[2, 7, 6, 9, 5, 1, 4, 3, 8].map((k, i) => label(k, Math.floor(i / 3), i % 3))],
  pentominoes: () => [...grid(3, 5), ...stone('00 01 02 10 12', 'a'), ...stone('11 20 21 22', 'b'), ...stone('03 04 14 13 23', 'c')],
  draughtboard: () => [
    ...Array.from({ length: 12 }, (_, i) => square(Math.floor(i / 4), i % 4, (Math.floor(i / 4) + i) % 2 ? 'box' : 'box dark')),
    ...stone('00 01 11', 'a').map(pale), ...stone('12 22 23 13', 'd').map(pale),
  ],
  new: () => [square(0, 1), square(1, 0), square(1, 1, 'box dark'), square(1, 2), square(2, 1), label('+', 1, 1)],
};

/** @param {SVGElement} shape */
function pale(shape) {
  shape.setAttribute('opacity', '0.7');
  return shape;
}

/** Returns the picture of a kind. @param {string} id */
export function art(id) {
  const wide = { magic: 3, new: 3, pentominoes: 5 }[id] ?? 4;
  return s('svg', { class: 'art', viewBox: `-3 -3 ${wide * side + 6} ${3 * side + 6}`, 'aria-hidden': 'true' }, ...pictures[id]());
}
