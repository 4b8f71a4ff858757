// The words for puzzles and cells.

import { kindIdOf } from './kinds.js';
import { position } from './puzzle.js';
import { t } from './text.js';
import { hidokuRulesOf, magicRulesOf, stoneRulesOf } from './variants.js';

/** The strings for what kinds of puzzles are called. @type {Record<string, string>} */
const names = {
  hidato: 'kindHidato', numbrix: 'kindNumbrix', rikudo: 'kindRikudo', zip: 'kindZip', magic: 'kindMagic', pentominoes: 'kindPolyominoes', draughtboard: 'kindDraughtboard',
  knight: 'hidokuKnight', torus: 'kindTorus', closed: 'kindClosed', steps: 'hidokuSteps', jodici: 'jodici', equation: 'equation', pandiagonal: 'pandiagonal', associative: 'associative', listed: 'magicLines',
};

/** Returns the name of a kind. @param {string} id */
export function kindName(id) { return t(names[id] ?? id); }

/** Returns the kind of a puzzle in words. @param {Info} info */
export function kindOf(info) {
  const id = kindIdOf(info);
  const sizes = new Set(info.stones?.map(({ text }) => text.match(/X/g)?.length));
  return id === 'pentominoes' && sizes.size === 1 ? t({ 4: 'tetrominoes', 5: 'pentominoes' }[[...sizes][0] ?? 0] ?? names[id]) : kindName(id);
}

/** Returns the title of a puzzle, or its kind and what it has besides. @param {Info} info */
export function titleOf(info) {
  const more = ['walls', 'links', 'torus', 'closed'].filter((part) => info.puzzle === 'hidoku' && info.variant?.split(', ').includes(part) && (part !== 'links' || info.moves !== 'hex'));
  return info.title ?? [kindOf(info), ...more.map((part) => t({ walls: 'withWalls', links: 'withLinks', torus: 'onTorus', closed: 'closedWay' }[part] ?? ''))].join(' ');
}

/** Returns the words for a board. @param {Info} info */
export function boardLabel(info) { return t('board', kindOf(info), info.height, info.width); }

/** Returns the rules of a puzzle. @param {Info} info */
export function rulesOf(info) {
  switch (info.puzzle) {
    case 'hidoku': return hidokuRulesOf(info);
    case 'magic': return info.form ? magicRulesOf(info) : t(info.diagonals ? 'rulesMagicDiagonals' : 'rulesMagic', info.low ?? 1, info.high ?? 1, info.sum ?? 0);
  }
  const special = stoneRulesOf(info);
  const cover = info.stones?.some((stone) => stone.least === 0) ? 'rulesSomeStones' : info.gaps ? 'rulesLay' : 'rulesStones';
  return [t(cover), kindIdOf(info) === 'draughtboard' ? t('rulesColours') : '', t(info.flips ? 'rulesFlips' : 'rulesNoFlips'), ...special].filter(Boolean).join(' ');
}

/** Returns how one plays a puzzle. @param {Info} info */
export function howOf(info) { return t(info.ranked ? 'howZip' : { hidoku: 'howHidoku', magic: 'howMagic', draughtboard: 'howStones' }[info.puzzle] ?? '') + (info.gaps ? ` ${t('howBare')}` : ''); }

/** Returns the words for a cell. @param {string} name @param {...string} more what is to be said of it */
export function cellLabel(name, ...more) {
  const [row, col] = position(name);
  return [t('cell', row + 1, col + 1), ...more.filter(Boolean)].join(', ');
}

/** Returns a time as minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  const s = Math.floor(seconds);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}
