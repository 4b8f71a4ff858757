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
  ['{0} is outside {1}..{2}; for other numbers add a line such as {3}', '{0} liegt nicht zwischen {1} und {2}; für andere Zahlen ergänze eine Zeile wie {3}'],
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
  ['{0}: {1} do not touch anyway', '{0}: {1} berühren einander ohnehin nicht'],
  ['{0}: {1} touch anyway', '{0}: {1} berühren einander ohnehin'],
  ['{0}: {1} do not touch', '{0}: {1} berühren einander nicht'],
  ['{0}: {1} are linked', '{0}: {1} sind verbunden'],
  ['{0}: the board has no cell {1}', '{0}: Das Brett hat kein Feld {1}'],
  ['{0}, and no {1}; with clues: order the numbers are 1, 2, 3 and so on', '{0} ohne {1}: Mit clues: order sind die Zahlen 1, 2, 3 und so weiter'],
  ['clues: order; the board needs at least the numbers 1 and 2, for the ends of the way', 'Mit clues: order braucht das Brett mindestens die Zahlen 1 und 2, für die Enden des Weges'],
  ['torus: hexagons on a torus need an even number of rows', 'Sechsecke auf einem Torus brauchen eine gerade Zahl von Zeilen'],
  ['moves: {0}; it is king, rook, hex, knight or steps such as (1,2) (1,3)', 'moves: {0}; möglich sind king, rook, hex, knight oder Schritte wie (1,2) (1,3)'],
  ['gaps: {0}; write a number of cells as in 1, 0..3 or any', 'Freie Felder: {0}; schreib eine Anzahl wie 1, 0..3 oder any'],
  ['the stones have at least {0} cells and the gaps at least {1}, the board has {2}', 'Die Steine haben mindestens {0} Felder, frei bleiben mindestens {1}, das Brett hat {2}'],
  ['the cells of the stone are not connected by their sides', 'Die Felder des Steins hängen nicht an ihren Seiten zusammen'],
  ['{0} is not a cell of a stone; write B, W, X or _', '{0} ist kein Feld eines Steins; schreib B, W, X oder _'],
  ['the stones have {0} cells, which fill no square; give the board with a line such as {1}', 'Die Steine haben {0} Felder und füllen kein Quadrat; gib das Brett mit einer Zeile wie {1} an'],
  ['no repair of a draughtboard with {0}', 'Ein Damebrett mit freien Feldern oder offener Zahl von Steinen lässt sich nicht reparieren'],
  ['no human steps for a draughtboard where the number of stones is open: it has {0}', 'Keine Tipps für ein Damebrett, dessen Zahl von Steinen offen ist'],
  ['no human steps for a draughtboard with bare cells whose corner is open; give its colour', 'Keine Tipps für ein Damebrett mit freien Feldern, dessen Ecke jede Farbe haben kann; gib ihre Farbe an'],
  ['no reasons for a draughtboard where the number of stones is open: it has {0}', 'Keine Begründung für ein Damebrett, dessen Zahl von Steinen offen ist'],
  ['a draughtboard has no clues', 'Ein Damebrett hat keine Vorgaben'],
  ['no such puzzle can be made: the board has {0} parts, and no move leads from {1} to {2}; make a puzzle of each part', 'So ein Rätsel gibt es nicht: Das Brett hat {0} Teile, und kein Zug führt von {1} nach {2}'],
  ['these are {0} numbers, and the board has {1} cells', 'Das sind {0} Zahlen, und das Brett hat {1} Felder'],
  ['a magic board is square, and this one has {0} rows of {1} cells; other boards need their "lines:"', 'Ein magisches Brett ist quadratisch, dieses hat {0} Zeilen mit {1} Feldern; andere Bretter brauchen ihre lines:'],
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
