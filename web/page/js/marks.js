// Pencil marks that the page fills in: the numbers that a cell can still have at first sight.

import { linesOf } from './faults.js';

/** @typedef {import('./numbers.js').Numbers} Numbers */
/** @typedef {import('./numbers.js').State} State */

const most = 9; // marks on a cell; more could not be read

/** Returns the marks of the open cells. @param {Numbers} game @param {State} state @returns {Record<string, number[]>} */
export function marksOf(game, state) {
  const missing = game.missing(state);
  const fits = game.info.puzzle === 'hidoku' ? inReach(game, state) : inSums(game, state);
  /** @type {Record<string, number[]>} */
  const marks = {};
  for (const name of game.names) {
    if (game.value(state, name) !== undefined) continue;
    const numbers = missing.filter((number) => fits(name, number));
    if (numbers.length <= most) marks[name] = numbers;
  }
  return marks;
}

/** Says whether a path of open cells can come from the numbers next below and above. @param {Numbers} game @param {State} state */
function inReach(game, state) {
  const placed = [...game.places(state)].sort(([a], [b]) => a - b);
  const away = new Map(placed.map(([number, name]) => [number, distances(game, state, name)]));
  return (/** @type {string} */ name, /** @type {number} */ number) => {
    const below = placed.filter(([other]) => other < number).at(-1);
    const above = placed.find(([other]) => other > number);
    return [below, above].every((near) => !near || (away.get(near[0])?.get(name) ?? Infinity) <= Math.abs(near[0] - number));
  };
}

/** Returns how many steps each open cell is away. @param {Numbers} game @param {State} state @param {string} from */
function distances(game, state, from) {
  const steps = new Map([[from, 0]]);
  for (const [name, far] of steps) {
    for (const next of game.beside.get(name) ?? []) if (!steps.has(next) && game.value(state, next) === undefined) steps.set(next, far + 1);
  }
  return steps;
}

/** Says whether the lines of a cell can still have their sums, where each number stands once and is only added. @param {Numbers} game @param {State} state */
function inSums(game, state) {
  const missing = game.missing(state);
  const once = [...game.uses.values()].every((many) => many === 1);
  const lines = linesOf(game.info).filter(({ terms, sum }) => once && sum !== undefined && terms.every(({ cells, minus }) => cells.length === 1 && !minus));
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
  return (/** @type {string} */ name, /** @type {number} */ number) => lines.filter(({ cells }) => cells.includes(name)).every((line) => {
    const values = line.cells.map((cell) => (cell === name ? number : game.value(state, cell)));
    const open = values.filter((value) => value === undefined).length;
    const rest = missing.filter((other) => other !== number);
    const needed = (line.sum ?? 0) - sum(values.map((value) => value ?? 0));
    if (open === 1) return rest.includes(needed);
    return sum(rest.slice(0, open)) <= needed && needed <= sum(open ? rest.slice(-open) : []);
  });
}
