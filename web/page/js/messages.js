// Messages of the engine in German. The engine knows English only. Messages that the page
// shows often have a German text here, and the others stay as they are.

import { languageName, t } from './text.js';

/**
 * English messages and their German texts. {0}, {1} stand for anything. A test asks the
 * engine for each of these messages.
 * @type {[string, string][]}
 */
export const messages = [
  ['the stones have {0} cells, the board has {1}', 'Die Steine haben {0} Felder, das Brett hat {1}'],
  ['the stones have {0} black cells, the board with a corner {1} has {2}', 'Die Steine haben {0} schwarze Felder, das Brett hat {2}'],
  ['the stones have {0} white cells, the board with a corner {1} has {2}', 'Die Steine haben {0} weiße Felder, das Brett hat {2}'],
  ['a board and no stones; end the drawn board with a line of = and draw the stones below it', 'Ein Brett ohne Steine: Beende das Brett mit einer Zeile = und zeichne darunter die Steine'],
  ['{0} stands twice; the first is at {1}', '{0} steht zweimal da, zuerst bei {1}'],
  ['{0} is outside {1}..{2}', '{0} liegt nicht zwischen {1} und {2}'],
  ['the board has no cells, only holes', 'Das Brett hat keine Felder, nur Löcher'],
  ['no puzzle in it: there are no rows, such as {0}', 'Darin ist kein Rätsel: Es fehlen Zeilen wie {0}'],
  ['{0} is not a cell; write a number, or _ for an open cell', '{0} ist kein Feld; schreib eine Zahl oder _ für ein freies Feld'],
  ['the row ends here with {0} cells; the first row has {1}', 'Die Zeile endet hier nach {0} Feldern; die erste hat {1}'],
  ['the row goes on with {0} cells; the first row has {1}', 'Die Zeile geht mit {0} Feldern weiter; die erste hat {1}'],
  ['{0} is not a family of puzzles; write hidoku, draughtboard or magic', '{0} ist keine Art von Rätsel; schreib hidoku, draughtboard oder magic'],
  ['the puzzle has not exactly one solution, so no clue can go', 'Das Rätsel hat nicht genau eine Lösung, also kann keine Vorgabe weg'],
  ['the link is damaged: its check sum does not fit; copy all of it', 'Der Link ist beschädigt: Seine Prüfsumme passt nicht. Kopiere ihn ganz'],
  ['--size "{0}"; a magic board is square, and there is none of 2x2', 'Ein magisches Brett mit 2 Zeilen gibt es nicht'],
];

/** Returns a message in the language of the page. @param {string} message */
export function translated(message) {
  if (languageName() !== 'de') return message;
  const [, place, text] = /^((?:puzzle|filled):\d+:\d+: )?(.*)$/s.exec(message) ?? ['', '', message];
  for (const [english, german] of messages) {
    const found = pattern(english).exec(text);
    if (found) return (place ?? '') + german.replace(/\{(\d)\}/g, (_, i) => found[Number(i) + 1]);
  }
  return message;
}

/** Returns what matches the messages of a template. @param {string} template */
function pattern(template) {
  const parts = template.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*?)')}$`, 's');
}

/** The strings for the kinds of failures that have no more to say. @type {Record<string, string>} */
const kinds = { time: 'failTime', limit: 'failTime', memory: 'failMemory', full: 'failFull', interrupted: 'failGone', size: 'failSize', absent: 'noEngine', unreachable: 'failReach' };

/**
 * Returns why a question has no answer.
 * @param {string} kind
 * @param {string} message
 */
export function failure(kind, message) { return kinds[kind] ? t(kinds[kind]) : t('failed', translated(message)); }

/** The strings for broken rules. @type {Record<string, string>} */
const rules = {
  length: 'ruleLength', range: 'ruleRange', clue: 'ruleClue', twice: 'ruleTwice', touch: 'ruleTouch',
  row: 'ruleSum', column: 'ruleSum', diagonal: 'ruleSum', line: 'ruleSum', shape: 'ruleShape', colour: 'ruleColour',
  closed: 'ruleClosed', link: 'ruleLink', unlinked: 'ruleUnlinked', order: 'ruleOrder', use: 'ruleUse', gaps: 'ruleGaps',
};

/** Returns the words for a broken rule. @param {string} rule */
export function brokenRule(rule) { return t(rules[rule] ?? 'deadEnd'); }

/** Returns the words for a change of repair. @param {any} change */
export function changeText({ change, cell, old, new: now, stones }) {
  switch (change) {
    case 'add': return t('changeAdd', now, cell);
    case 'remove': return t('changeRemove', old, cell);
    case 'write': return t('changeWrite', now, old, cell);
    case 'redraw': return t('changeRedraw', stones[0]);
  }
  return t('changeJoin', stones.join(', '));
}
