// The rules that a Hidoku may have besides its moves. Each is a row here, and nothing else of the page
// names them all.

/**
 * A rule. Strings are keys of text.js, unless it says otherwise.
 * @typedef {object} HidokuRule
 * @property {[string, string]} name what the rule is called, in English and in German
 * @property {string} says the rule
 * @property {string} [sign] what the editor calls its sign between two cells, if it is a list of pairs
 * @property {string} [engine] the name by which the engine says that it is broken
 * @property {string} [broken] what is wrong then
 * @property {boolean} [follow] whether the numbers of its pairs follow each other
 * @property {string} [fault] what is wrong with such a pair
 * @property {'is'|'count'} [wish] what a wish for new puzzles says: that they have it, or how many pairs
 */

/** The rules, by their header lines, in the order in which they are said. @type {Record<string, HidokuRule>} */
export const hidokuRules = {
  torus: { name: ['torus', 'Torus'], says: 'rulesTorus', wish: 'is' },
  closed: { name: ['closed path', 'geschlossener Weg'], says: 'rulesClosed', engine: 'closed', broken: 'ruleClosed', wish: 'is' },
  walls: { name: ['walls', 'Wände'], says: 'rulesWalls', sign: 'wall', wish: 'count' },
  bridges: { name: ['bridges', 'Brücken'], says: 'rulesBridges', sign: 'bridge' },
  links: { name: ['linked cells', 'verbundene Felder'], says: 'rulesLinks', sign: 'linked', engine: 'link', broken: 'ruleLink', follow: true, fault: 'faultLink', wish: 'count' },
  unlinked: { name: ['separated cells', 'getrennte Felder'], says: 'rulesUnlinked', sign: 'parted', engine: 'unlinked', broken: 'ruleUnlinked', follow: false, fault: 'faultUnlinked' },
  order: { name: ['cells in a given order', 'Felder in vorgegebener Reihenfolge'], says: 'rulesOrder', engine: 'order', broken: 'ruleOrder' },
};

/** The headers that list pairs of cells. */
export const pairKeys = Object.keys(hidokuRules).filter((key) => hidokuRules[key].sign);
