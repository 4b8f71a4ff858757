// What breaks a rule on a board of numbers, as far as one sees it at once: no search.

import { hidokuRules } from './hidoku-rules.js';
import { pairsOf } from './puzzle.js';

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

/** Returns the full lines of a magic board with another sum. Lines without one must have that of the first of them. @param {Info} info @param {Value} value @returns {Fault[]} */
function sums(info, value) {
  const full = linesOf(info).filter(({ cells }) => cells.every((name) => value(name) !== undefined));
  const product = (/** @type {string[]} */ names) => names.reduce((result, name) => result * (value(name) ?? 0), 1);
  const total = (/** @type {LineOfSum} */ { terms }) => terms.reduce((result, { cells, minus }) => result + (minus ? -1 : 1) * product(cells), 0);
  const first = full.find(({ sum }) => sum === undefined);
  return full.flatMap((line) => {
    const wanted = line.sum ?? total(first ?? line);
    return total(line) === wanted ? [] : [{ key: 'faultSum', values: [total(line), wanted], cells: line.cells }];
  });
}

/** Returns the lines of a magic board, each with its cells. @param {Info} info */
export function linesOf(info) { return (info.lines ?? []).map((line) => ({ ...line, cells: line.terms.flatMap(({ cells }) => cells) })); }
