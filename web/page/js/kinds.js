// The kinds of puzzles that the page makes: for each level the options of the engine.

/** @typedef {{id: string, levels: Record<string, Record<string, string>>}} Kind */

/** @type {Kind[]} */
export const kinds = [
  { id: 'hidato', levels: {
    easy: { family: 'hidoku', moves: 'king', size: '6x6', difficulty: 'easy' },
    medium: { family: 'hidoku', moves: 'king', size: '7x7', difficulty: 'medium' },
    hard: { family: 'hidoku', moves: 'king', size: '8x8', difficulty: 'hard' },
  } },
  { id: 'numbrix', levels: {
    easy: { family: 'hidoku', moves: 'rook', size: '6x6', difficulty: 'easy' },
    medium: { family: 'hidoku', moves: 'rook', size: '8x8', difficulty: 'medium' },
    hard: { family: 'hidoku', moves: 'rook', size: '9x9', difficulty: 'hard' },
  } },
  { id: 'rikudo', levels: {
    easy: { family: 'hidoku', moves: 'hex', shape: 'hexagon:3', links: '3', difficulty: 'easy' },
    medium: { family: 'hidoku', moves: 'hex', shape: 'hexagon:4', links: '6', difficulty: 'medium' },
    hard: { family: 'hidoku', moves: 'hex', shape: 'hexagon:4', links: '4', difficulty: 'hard' },
  } },
  { id: 'zip', levels: {
    easy: { family: 'zip', size: '6x6', walls: '6', difficulty: 'easy' },
    medium: { family: 'zip', size: '6x6', difficulty: 'medium' },
    hard: { family: 'zip', size: '7x7', difficulty: 'hard' },
    day: { family: 'zip', size: '7x7' },
  } },
  { id: 'magic', levels: {
    easy: { family: 'magic', size: '3', difficulty: 'easy' },
    medium: { family: 'magic', size: '4', difficulty: 'medium' },
    hard: { family: 'magic', size: '5', difficulty: 'hard' },
  } },
  { id: 'pentominoes', levels: {
    easy: { family: 'draughtboard', set: 'tetrominoes', size: '6x6', difficulty: 'easy' },
    medium: { family: 'draughtboard', set: 'tetrominoes', size: '6x6', difficulty: 'medium' },
    hard: { family: 'draughtboard', set: 'one-sided tetrominoes', size: '7x7', difficulty: 'hard' },
    extreme: { family: 'draughtboard', set: 'pentominoes', size: '10x10' },
  } },
  { id: 'draughtboard', levels: {
    easy: { family: 'draughtboard', size: '5x5', difficulty: 'easy' },
    medium: { family: 'draughtboard', size: '6x6', difficulty: 'medium' },
    hard: { family: 'draughtboard', size: '7x7', difficulty: 'hard' },
  } },
];

/** Kinds without a tile. @type {Record<string, Record<string, string>>} */
export const otherKinds = {
  knight: { family: 'hidoku', moves: 'knight', size: '6x6' },
  torus: { family: 'hidoku', moves: 'rook', torus: 'true', size: '6x6' },
  closed: { family: 'hidoku', moves: 'king', closed: 'true', size: '6x6' },
  pandiagonal: { family: 'magic', lines: 'pandiagonal', size: '5' },
  associative: { family: 'magic', lines: 'associative', size: '4' },
  jodici: { family: 'jodici' },
  equation: { family: 'equation', size: '3' },
};

/** Shapes of boards. */
export const shapes = ['', 'hexagon:3', 'hexagon:4', 'hexagon:5', 'ring', 'cross', 'diamond'];

/** The level of each day of the week, from Sunday on. */
export const week = ['hard', 'easy', 'easy', 'medium', 'medium', 'hard', 'hard'];

/** Returns the options of a kind without those of its level. @param {string} id @returns {Record<string, string>} undefined for another kind */
export function optionsOf(id) { return kindNamed(id)?.levels.medium ?? otherKinds[id]; }

/** Returns a kind. @param {string} id @returns {Kind|undefined} */
export function kindNamed(id) { return kinds.find((kind) => kind.id === id); }

/** Returns the kind of a puzzle, as far as the page makes such ones. @param {Info} info */
export function kindIdOf(info) {
  if (info.puzzle === 'magic') return info.form ? info.form : 'magic';
  if (info.puzzle === 'draughtboard') return info.stones?.some((stone) => /[BW]/.test(stone.text)) ? 'draughtboard' : 'pentominoes';
  if (info.ranked) return 'zip';
  return { king: 'hidato', rook: 'numbrix', hex: 'rikudo', knight: 'knight' }[info.moves ?? 'king'] ?? 'steps';
}
