// What the engine says, in the language of the page: techniques, hints and reasons.

import { inGerman } from './sentences.js';
import { languageName } from './text.js';

/** The German names of the techniques of people. @type {Record<string, string>} */
const german = {
  'only-cell-beside': 'einziges freies Feld neben den Nachbarzahlen',
  'hemmed-in-cell': 'eingeengtes Feld',
  'rule-of-two-cells': 'Regel für zwei Felder',
  'only-cell-within-reach': 'einziges Feld in Reichweite',
  'only-number-within-reach': 'einzige Zahl in Reichweite',
  parity: 'Parität',
  bridge: 'Brücke zwischen zwei Zahlen',
  'dead-end': 'Sackgasse',
  'long-bridge': 'lange Brücke zwischen zwei Zahlen',
  'counted-area': 'abgezähltes Gebiet',
  'cut-point': 'Engstelle',
  'last-cell-of-a-line': 'letztes Feld einer Linie',
  'only-number-for-a-cell': 'einzige Zahl für ein Feld',
  'only-cell-for-a-number': 'einziges Feld für eine Zahl',
  'two-cell-sum': 'Summe von zwei Feldern',
  'sum-out-of-reach': 'Summe außer Reichweite',
  'three-cell-sum': 'Summe von drei Feldern',
  'combinations-of-a-line': 'Kombinationen einer Linie',
  symmetry: 'Symmetrie',
  'only-placement-on-a-cell': 'einzige Lage auf einem Feld',
  'only-place-for-a-stone': 'einziger Platz für einen Stein',
  'only-stone-for-a-cell': 'einziger Stein für ein Feld',
  'cell-that-a-stone-always-covers': 'Feld, das ein Stein immer bedeckt',
  'enclosed-area': 'umschlossenes Gebiet',
  'colour-count': 'Zählen der Farben',
  'placement-that-leaves-no-room': 'Lage, die keinen Platz lässt',
  guess: 'Probieren',
};

/** Returns the name of a technique. @param {string} id */
export function techniqueName(id) { return languageName() === 'de' ? german[id] ?? id : id.replaceAll('-', ' '); }

/**
 * Returns what the engine says, in the language of the page: as a text to read.
 * @param {string|undefined} text in English
 * @param {import('./sentences.js').Sentence|undefined} sentence the same for other languages
 * @returns {string}
 */
export function spoken(text, sentence) {
  const said = (languageName() === 'de' && sentence && inGerman(sentence)) || (text ?? '');
  if (!said) return '';
  const start = /^r\d/.test(said) ? said[0] : said[0].toUpperCase(); // a cell keeps its name
  return `${start}${said.slice(1)}.`;
}
