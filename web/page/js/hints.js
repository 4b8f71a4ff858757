// Hints and techniques in words. The engine writes English sentences. Its steps also have
// their parts as values, and the German sentences are made of those.

import { languageName } from './text.js';

/** The German names of the techniques of people. @type {Record<string, string>} */
const german = {
  'only-cell-beside': 'einziges freies Feld neben den Nachbarzahlen',
  'hemmed-in-cell': 'eingeengtes Feld',
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
 * Joins words: "a, b und c".
 * @param {string[]} words
 * @param {string} last
 */
function joined(words, last) { return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`; }

/**
 * Returns a hint in the language of the page.
 * @param {any} step an answer of hint
 * @returns {string}
 */
export function hintText(step) {
  if (languageName() !== 'de' || !german[step.technique]) return step.text ?? '';
  const reason = german[step.technique];
  if (step.place) {
    const places = step.place.map((/** @type {any} */ part) => `${part.value} gehört auf ${joined(part.cells, 'und')}`);
    return `${joined(places, 'und')}. Grund: ${reason}.`;
  }
  if (step.remove) {
    const removed = step.remove.slice(0, 6).map((/** @type {any} */ part) => `${part.value} kann nicht auf ${joined(part.cells, 'oder')} sein`);
    return `${joined(removed, 'und')}. Grund: ${reason}.`;
  }
  const where = (step.text ?? '').replace(/^look at /, '').replaceAll(' and ', ' und ').replaceAll(' to ', ' bis ')
    .replaceAll('rows', 'Zeilen').replaceAll('row', 'Zeile').replaceAll('columns', 'Spalten').replaceAll('column', 'Spalte');
  return `Sieh hierhin: ${where}.`;
}
