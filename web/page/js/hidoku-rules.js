// The rules that a Hidoku may have besides its moves, by their header lines, in the order in which they are said. Nothing else of
// the page names them all. A name is in English and German, and engine is what the engine calls the rule. Other strings are keys of text.js.
/** @type {Record<string, {name: [string, string], says: string, sign?: string, engine?: string, broken?: string, follow?: boolean, fault?: string, wish?: 'is'|'count'}>} */
export const hidokuRules = {
  torus: { name: ['torus', 'Torus'], says: 'rulesTorus', wish: 'is' },
  closed: { name: ['closed path', 'geschlossener Weg'], says: 'rulesClosed', engine: 'closed', broken: 'ruleClosed', wish: 'is' },
  walls: { name: ['walls', 'Wände'], says: 'rulesWalls', sign: 'wall', wish: 'count' },
  bridges: { name: ['bridges', 'Brücken'], says: 'rulesBridges', sign: 'bridge' },
  links: { name: ['linked cells', 'verbundene Felder'], says: 'rulesLinks', sign: 'linked', engine: 'link', broken: 'ruleLink', follow: true, fault: 'faultLink', wish: 'count' },
  unlinked: { name: ['separated cells', 'getrennte Felder'], says: 'rulesUnlinked', sign: 'parted', engine: 'unlinked', broken: 'ruleUnlinked', follow: false, fault: 'faultUnlinked' },
  order: { name: ['cells in a given order', 'Felder in vorgegebener Reihenfolge'], says: 'rulesOrder', engine: 'order', broken: 'ruleOrder' },
};
export const pairKeys = Object.keys(hidokuRules).filter((key) => hidokuRules[key].sign); // those that list pairs of cells
