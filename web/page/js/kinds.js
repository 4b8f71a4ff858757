// The kinds of puzzles that the page makes: for each level the options of the engine.

/** @typedef {Record<string, string>} Options */
/** @typedef {{id: string, levels: Record<string, Options>}} Kind */

/** Returns a kind, from the options of all its levels and those of each one. @param {string} id @param {Options} all @param {Record<string, Options>} levels @returns {Kind} */
function kind(id, all, levels) {
  const named = (/** @type {string} */ level) => /** @type {Options} */ (['easy', 'medium', 'hard'].includes(level) ? { difficulty: level } : {}); // no other one is promised
  return { id, levels: Object.fromEntries(Object.entries(levels).map(([level, options]) => [level, { ...all, ...options, ...named(level) }])) };
}

/** @type {Kind[]} */
export const kinds = [
  kind('hidato', { family: 'hidoku', moves: 'king' }, { easy: { size: '6x6' }, medium: { size: '7x7' }, hard: { size: '8x8' } }),
  kind('numbrix', { family: 'hidoku', moves: 'rook' }, { easy: { size: '6x6' }, medium: { size: '8x8' }, hard: { size: '9x9' } }),
  kind('rikudo', { family: 'hidoku', moves: 'hex' }, { easy: { shape: 'hexagon:3', links: '3' }, medium: { shape: 'hexagon:4', links: '6' }, hard: { shape: 'hexagon:4', links: '4' } }),
  kind('zip', { family: 'zip' }, { easy: { size: '6x6', walls: '6' }, medium: { size: '6x6' }, hard: { size: '7x7' }, day: { size: '7x7' } }),
  kind('magic', { family: 'magic' }, { easy: { size: '3' }, medium: { size: '4' }, hard: { size: '5' } }),
  kind('pentominoes', { family: 'draughtboard', set: 'tetrominoes', size: '6x6' }, { easy: {}, medium: {}, hard: { set: 'one-sided tetrominoes', size: '7x7' }, extreme: { set: 'pentominoes', size: '10x10' } }),
  kind('draughtboard', { family: 'draughtboard' }, { easy: { size: '5x5' }, medium: { size: '6x6' }, hard: { size: '7x7' } }),
];

/** Kinds without a tile. @type {Record<string, Options>} */
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

/** Returns the options of a kind without those of its level. @param {string} id @returns {Options} undefined for another kind */
export function optionsOf(id) { return kindNamed(id)?.levels.medium ?? otherKinds[id]; }

/** Returns a kind. @param {string} id @returns {Kind|undefined} */
export function kindNamed(id) { return kinds.find((one) => one.id === id); }

/** Returns the kind of a puzzle, as far as the page makes such ones. @param {Info} info */
export function kindIdOf(info) {
  if (info.puzzle === 'magic') return info.form ? info.form : 'magic';
  if (info.puzzle === 'draughtboard') return info.stones?.some((stone) => /[BW]/.test(stone.text)) ? 'draughtboard' : 'pentominoes';
  if (info.ranked) return 'zip';
  return { king: 'hidato', rook: 'numbrix', hex: 'rikudo', knight: 'knight' }[info.moves ?? 'king'] ?? 'steps';
}
