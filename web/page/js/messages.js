// Messages of the engine in German. The engine knows English only. Messages that the page
// shows often have a German text here, and the others stay as they are.

import { hidokuRules } from './hidoku-rules.js';
import { languageName, t } from './text.js';
import { messages } from './words.js';

/** Returns a message in the language of the page. @param {string} message */
export function translated(message) {
  if (languageName() !== 'de') return message.replace(/^puzzle \d+: /, '');
  const [, place, text] = /^((?:puzzle|filled):\d+:\d+: )?(.*)$/s.exec(message) ?? ['', '', message];
  for (const [english, german] of messages) {
    const found = pattern(english).exec(text);
    if (found) return (place ?? '') + singular(german.replace(/\{(\d)\}/g, (_, i) => found[Number(i) + 1]));
  }
  return message;
}

/** Returns what matches the messages of a template. "1 cell" stands for "{0} cells", too. @param {string} template */
function pattern(template) {
  const parts = template.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/^( black| white)? (cell|row|number)s/, '$1 $2s?'));
  return new RegExp(`^${parts.join('(.*?)')}$`, 's');
}

/** Returns a German text with the singular after 1. @param {string} text */
function singular(text) {
  return text.replace(/\b1 (schwarze|weiße) Felder\b/g, '1 $1s Feld').replace(/\b1 Feldern?\b/g, '1 Feld').replace(/\b1 Zeilen\b/g, '1 Zeile').replace(/\bsind 1 Zahlen\b/g, 'ist 1 Zahl');
}

/** The strings for the kinds of failures that have no more to say. @type {Record<string, string>} */
const kinds = { time: 'failTime', limit: 'failTime', memory: 'failMemory', full: 'failFull', interrupted: 'failGone', size: 'failSize', absent: 'noEngine', alone: 'noHints' };

/** Returns why a question has no answer. @param {string} kind @param {string} message */
export function failure(kind, message) { return kinds[kind] ? t(kinds[kind]) : t('failed', translated(message)); }

/** Says which level a puzzle has that should have another one, or returns "". @param {string|undefined} wanted @param {string|undefined} got */
export function levelGot(wanted, got) { return wanted && got && got !== wanted ? t('levelGot', t(wanted), t(got)) : ''; }

/** The strings for broken rules. @type {Record<string, string>} */
const rules = {
  length: 'ruleLength', range: 'ruleRange', clue: 'ruleClue', twice: 'ruleTwice', touch: 'ruleTouch',
  row: 'ruleSum', column: 'ruleSum', diagonal: 'ruleSum', line: 'ruleSum', shape: 'ruleShape', colour: 'ruleColour',
  use: 'ruleUse', gaps: 'ruleGaps',
  ...Object.fromEntries(Object.values(hidokuRules).map(({ engine = '', broken = '' }) => [engine, broken]).filter(([engine]) => engine)),
};

/** Returns the words for a broken rule. @param {string} rule */
export function brokenRule(rule) { return t(rules[rule] ?? 'deadEnd'); }

/** Returns the words for a change of repair. @param {any} change */
export function changeText({ change, cell, old, new: now }) {
  if (change === 'add') return t('changeAdd', now, cell);
  if (change === 'remove') return t('changeRemove', old, cell);
  return t('changeWrite', now, old, cell);
}
