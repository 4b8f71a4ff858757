// What breaks a rule on a board of numbers, as far as one sees it at once: no search.

import { hidokuRules } from './hidoku-rules.js';
import { nameOf, pairsOf } from './puzzle.js';

/** @typedef {import('./numbers.js').Numbers} Numbers */
/** @typedef {(name: string) => number|undefined} Value the number on a cell */

/**
 * A broken rule: the key of its words, their values, and its cells.
 * @typedef {{key: string, values: (string|number)[], cells: string[]}} Fault
 */

/** Returns the broken rules. @param {Numbers} game @param {Value} value @returns {Fault[]} */
export function faultsOf(game, value) { return game.info.puzzle === 'magic' ? sums(game.info, value) : [...steps(game, value), ...signs(game.info, value)]; }

/** @param {Numbers} game @param {Value} value @returns {Fault[]} */
function steps(game, value) {
  const places = new Map(game.names.map((name) => [value(name), name]));
  const faults = [];
  for (let k = game.low; k <= game.high; k++) {
    const next = k === game.high ? game.low : k + 1;
    const [a, b] = [places.get(k), places.get(next)];
    if (a && b && (k < game.high || game.info.closed) && !game.touch(a, b)) faults.push({ key: 'faultTouch', values: [k, next], cells: [a, b] });
  }
  const { order = [] } = game.info;
  for (let i = 1; i < order.length; i++) {
    const [a, b] = [value(order[i - 1]), value(order[i])];
    if (a !== undefined && b !== undefined && a > b) faults.push({ key: 'faultOrder', values: [], cells: [order[i - 1], order[i]] });
  }
  return faults;
}

/** @param {Info} info @param {Value} value @returns {Fault[]} */
function signs(info, value) {
  const header = (/** @type {string} */ key) => pairsOf(new RegExp(`^${key}: (.*)$`, 'm').exec(info.text)?.[1] ?? '');
  const follow = (/** @type {string[]} */ pair) => {
    const [a, b] = pair.map(value);
    return a === undefined || b === undefined ? undefined : Math.abs(a - b) === 1;
  };
  return Object.entries(hidokuRules).flatMap(([key, rule]) => {
    const wrong = rule.fault ? header(key).filter((pair) => follow(pair) === !rule.follow) : [];
    return wrong.map((cells) => ({ key: rule.fault ?? '', values: [], cells }));
  });
}

/** Returns the full lines of a magic square with another sum. @param {Info} info @param {Value} value @returns {Fault[]} */
function sums(info, value) {
  return linesOf(info).filter((line) => line.every((name) => value(name) !== undefined)).flatMap((cells) => {
    const sum = cells.reduce((total, name) => total + (value(name) ?? 0), 0);
    return sum === info.sum ? [] : [{ key: 'faultSum', values: [sum, info.sum ?? 0], cells }];
  });
}

/** Returns the rows, columns and diagonals of a magic square, and none for other forms. @param {Info} info @returns {string[][]} */
export function linesOf(info) {
  if (info.puzzle !== 'magic' || (info.form && info.form !== 'pandiagonal' && info.form !== 'associative')) return [];
  const all = Array.from({ length: info.width }, (_, i) => i);
  const diagonals = info.diagonals || info.form ? [all.map((i) => nameOf(i, i)), all.map((i) => nameOf(i, info.width - 1 - i))] : [];
  return [...all.map((r) => all.map((c) => nameOf(r, c))), ...all.map((c) => all.map((r) => nameOf(r, c))), ...diagonals];
}
