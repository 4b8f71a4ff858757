// The words for variants: what they are called, and their rules.

import { hidokuRules } from './hidoku-rules.js';
import { drawnName } from './stones.js';
import { languageName, t } from './text.js';
import { variants } from './words.js';

/** Returns what a variant has, in the language of the page. @param {string} variant its parts, as the engine lists them */
export function variantName(variant) {
  const language = languageName() === 'de' ? 1 : 0;
  return variant.split(/, | and /).map((part) => {
    const moves = /^moves: (.*)$/.exec(part)?.[1] ?? '';
    return (hidokuRules[part]?.name ?? variants[part] ?? variants[moves && 'moves'])?.[language].replace('{0}', moves) ?? part;
  }).join(', ');
}

/** Returns the rules of a Hidoku. @param {Info} info */
export function hidokuRulesOf(info) {
  const named = { king: 'rulesKing', rook: 'rulesRook', hex: 'rulesHex', knight: 'rulesKnight' }[info.moves ?? 'king'];
  const parts = info.variant?.split(', ') ?? [];
  const zip = info.ranked && t('rulesZip', t({ rook: 'byRook', king: 'byKing', hex: 'bySide' }[info.moves ?? ''] ?? 'bySteps'));
  return [
    zip || (named ? t(named, info.cells) : t('rulesSteps', info.cells, info.moves ?? '')),
    ...Object.keys(hidokuRules).filter((part) => parts.includes(part)).map((part) => t(hidokuRules[part].says)),
  ].filter(Boolean).join(' ');
}

/** The strings for the rules of magic boards of other forms. @type {Record<string, string>} */
const magicRules = { jodici: 'rulesJodici', equation: 'rulesEquation', pandiagonal: 'rulesPandiagonal', associative: 'rulesAssociative' };

/** Returns the rules of a magic board that is not a plain square. @param {Info} info */
export function magicRulesOf(info) {
  const numbers = info.numbers ?? [];
  const isRange = new Set(numbers).size === numbers.length && (info.high ?? 0) - (info.low ?? 0) === numbers.length - 1;
  const many = isRange ? t('rulesRange', info.low ?? 1, info.high ?? 1) : t('rulesNumbers', numbers.join(' '));
  const [, sum = ''] = (/^lines:(?!.*=)/m.test(info.text) && /^sum:\s*(\S+)/m.exec(info.text)) || []; // of all lines, where none has one of its own
  const rule = t(magicRules[info.form ?? ''] ?? { '': 'rulesLines', any: 'rulesSameSum' }[sum] ?? 'rulesOneSum', ...(sum ? [sum] : [info.low ?? 1, info.high ?? 1]));
  return info.form === 'jodici' || info.form === 'equation' ? rule : `${many} ${rule}`;
}

/** Returns the words for how a stone is used, as a file says it: "1..2 *, no flips". @param {string} [use] */
export function useWords(use = '') {
  const [, least, most] = /^(?:(\d+)\.\.)?(\d+|\*) \*/.exec(use) ?? [];
  const times = most === '*' ? (least ? `${least}+` : t('useAny')) : most && (least ? t('useRange', least, most) : `×${most}`);
  return [times, use.includes('no turns') && t('useNoTurns'), use.includes('no flips') && t('useNoFlips')].filter(Boolean).join(', ');
}

/** Returns what a draughtboard asks beyond all stones on all cells. @param {Info} info */
export function stoneRulesOf(info) {
  const stones = info.stones ?? [];
  const rules = [];
  if (info.gaps) rules.push(info.gaps[0] === info.gaps[1] ? t('rulesGaps', info.gaps[0]) : t('rulesGapsOpen', info.gaps[0], info.gaps[1]));
  for (const [i, stone] of stones.entries()) {
    if ((stone.kind ?? i) !== i) continue;
    const most = stones.filter((other) => other.kind === i).length;
    const parts = [];
    if (stone.least !== most) parts.push(t('useRange', stone.least ?? 0, most));
    if (stone.noTurns) parts.push(t('useNoTurns'));
    if (info.flips && stone.noFlips) parts.push(t('useNoFlips'));
    if (parts.length > 0) rules.push(t('ruleOfStone', drawnName(stones, i), parts.join(', ')));
  }
  return rules;
}
