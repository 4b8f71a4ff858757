// What the engine says as a template and values, in German. Package human has the English
// templates under the same names, and describes what may be in the braces. A test compares
// the two tables.

/** @type {Record<string, string>} */
export const german = {
  'numbers.noCell': 'Für {number} bleibt kein Feld',
  'numbers.noNumber': 'Für {cell} bleibt keine Zahl',
  'numbers.impossible': '{number} kann nicht auf {cell} stehen',
  'numbers.at': '{number} auf {cell}',
  'numbers.cellsLeft': 'Für {number} {count|bleibt 1 Feld|bleiben {count} Felder}',
  'numbers.numbersLeft': 'Für {cell} {count|bleibt 1 Zahl|bleiben {count} Zahlen}',
  'numbers.cannotBe': '{cell} kann nicht {numbers:or} sein',
  'numbers.canOnlyBe': '{cell} kann nur {numbers:ranges} sein',
  'numbers.cannotBeAt': '{number} kann nicht auf {cells:or} stehen',
  'numbers.othersGo': '{count} {count|weiterer Platz entfällt|weitere Plätze entfallen}',

  'hidoku.wholePath': 'auf dem ganzen Weg',
  'hidoku.before': 'vor {to}',
  'hidoku.after': 'nach {from}',
  'hidoku.between': 'zwischen {from} und {to}',
  'hidoku.area': '{count|das freie Feld {cell}|die {count} freien Felder um {cell}}',
  'hidoku.touch': '{number} gehört auf {cell}: Kein anderes freies Feld berührt {beside}',
  'hidoku.touchBoth': '{number} gehört auf {cell}: Kein anderes freies Feld berührt sowohl {beside}',
  'hidoku.hemmed': '{cell} muss {number} sein: Kein freies Feld berührt es, und von den Zahlen ringsum {beside|fehlt|fehlen} nur {beside} noch eine Nachbarzahl',
  'hidoku.reach': '{number} gehört auf {cell}, {span}: Das ist das einzige freie Feld, das noch erreichbar ist',
  'hidoku.parity': '{number} gehört auf {cell}, {span}: Von den erreichbaren Feldern hat kein anderes die richtige Farbe',
  'hidoku.reachCell': '{cell} muss {number} sein: Keine andere fehlende Zahl kommt dorthin',
  'hidoku.bridge': '{span} {count|hat die Zahl|haben die {count} Zahlen} {ways|nur einen Weg|{ways} Wege}: {conclusion}',
  'hidoku.bridgeCells': '{span} {count|hat die Zahl|haben die {count} Zahlen} {ways|nur einen Weg|{ways} Wege}, und alle führen über {cells}: {conclusion}',
  'hidoku.bridgeSteps': '{span} macht der Weg {count} Schritte: {conclusion}',
  'hidoku.deadEnd': '{cell} hat keinen anderen Weg hinein und hinaus als {ways}: {conclusion}',
  'hidoku.closed': '{cell} hat keinen Weg hinein und hinaus: {conclusion}',
  'hidoku.areaWithout': 'Ohne die {count|Zahl|{count} Zahlen} {span} lässt sich eines nicht füllen: {area}. Also: {conclusion}',
  'hidoku.areaWith': 'Mit {count|der Zahl|den {count} Zahlen} {span} lässt sich eines nicht füllen: {area}. Also: {conclusion}',
  'hidoku.cutPoint': 'Keine fehlenden Zahlen füllen {area} genau, also kommt der Weg über {cell} dorthin: {conclusion}',
  'hidoku.apart': '{number} und {next} berühren einander nicht',
  'hidoku.noneBeside': 'Neben {beside} ist kein Feld frei für {number}',
  'hidoku.nothingFits': 'Keine Zahl passt auf {cell}, denn alle Felder ringsum sind voll',
  'hidoku.noWay': 'Für die Zahlen {span} gibt es keinen Weg',
  'hidoku.linked': '{cells} sind verbunden, also folgen ihre Zahlen aufeinander: {conclusion}',
  'hidoku.unlinked': 'Die Zahlen von {cells} dürfen nicht aufeinander folgen: {conclusion}',
  'hidoku.later': '{cell} kommt nach {first}, mindestens {count|1 Schritt|{count} Schritte} später: {conclusion}',
  'hidoku.round': 'Der Weg ist geschlossen, also berührt {number} die 1: {conclusion}',
  'hidoku.broken': 'Eine Regel für {cell} ist verletzt',
  'hidoku.nothingFills': 'Keine fehlenden Zahlen füllen die {count} freien Felder um {cell}',

  'magic.row': 'Zeile {number}',
  'magic.column': 'Spalte {number}',
  'magic.falling': 'die fallende Diagonale',
  'magic.rising': 'die steigende Diagonale',
  'magic.lastCell': '{cell} muss {number} sein: {line} hat auf den anderen Feldern die Summe {others} und braucht {sum}',
  'magic.onlyNumber': '{cell} muss {number} sein: Jede andere Zahl ist verwendet oder dort ausgeschlossen',
  'magic.onlyCell': '{number} gehört auf {cell}: Auf jedem anderen freien Feld ist sie ausgeschlossen',
  'magic.fillings': '{line} lässt sich auf {cells|1 freien Feld|{cells} freien Feldern} auf {count|1 Art|{count} Arten} füllen: {conclusion}',
  'magic.lineSum': '{line} fehlt noch {sum} auf {cells|1 Feld|{cells} Feldern}, sonst nicht erreichbar: {conclusion}',
  'magic.wrongSum': '{line} hat nicht die Summe {sum}',
  'magic.noFilling': '{line} kann nicht auf die Summe kommen',
  'magic.ring': 'Ring {number}',
  'magic.sector': 'Sektor {number}',
  'magic.line': 'Linie {number}',
  'magic.cells': 'die Linie {cells:spaced}',
  'magic.lastLined': '{cell} muss {number} sein: Keine andere Zahl bringt {line} auf {sum}',
  'magic.onlyCells': '{number} muss auf {cell} stehen: Sie wird {count}-mal gebraucht und hat noch {count} Felder',
  'magic.lineBounds': '{line} muss {sum} ergeben, was sonst nicht zu erreichen ist: {conclusion}',
  'magic.wrongValue': '{line} ergibt {value} und nicht {sum}',
  'magic.noLast': 'keine übrige Zahl auf {cell} bringt {line} auf {sum}',
  'magic.fewCells': 'für {number} sind zu wenige Felder übrig',
  'magic.needs': '{line} braucht {number} auf {cell}, und das geht dort nicht',

  'draughtboard.stone': 'Stein {stone}',
  'draughtboard.gap': 'Leerfeld',
  'draughtboard.placed': '{stone} auf {cells:spaced}',
  'draughtboard.impossible': '{stone} auf {cells:spaced} ist nicht möglich',
  'draughtboard.coverWays': '{cell} lässt sich auf {count|1 Art|{count} Arten} bedecken',
  'draughtboard.lieWays': '{stone} kann auf {count|1 Art|{count} Arten} liegen',
  'draughtboard.mirror': '{symmetries|1 Drehung oder Spiegelung lässt|{symmetries} Drehungen und Spiegelungen lassen} das Rätsel, wie es ist. Also genügen für {stone} {kept} seiner {places} Lagen',
  'draughtboard.oneWay': '{stone} gehört auf {cells:spaced}: Nichts anderes kann {cell} bedecken',
  'draughtboard.onePlace': '{stone} gehört auf {cells:spaced}: Sonst passt er nirgends hin',
  'draughtboard.asMany': '{stone} gehört auf {cells:spaced}: Es gibt {count} Steine dieser Art und ebenso viele Plätze',
  'draughtboard.cellStone': 'Nur {stone} kann {cell} bedecken: {count|Eine seiner Lagen entfällt, denn sie liegt|{count} seiner Lagen entfallen, denn sie liegen} nicht über {cell}',
  'draughtboard.stoneCells': '{stone} bedeckt {cells:spaced}, wie er auch liegt: Dort {count|entfällt eine Lage|entfallen {count} Lagen} anderer Steine',
  'draughtboard.enclosed': '{count|1 Lage|{count} Lagen} von {stone} {count|ließe|ließen} ein Gebiet übrig, das keine restlichen Steine füllen, etwa {cells:spaced}',
  'draughtboard.colours': '{count|1 Lage|{count} Lagen} von {stone} {count|ließe|ließen} ein Gebiet übrig, dessen Farben keine restlichen Steine haben, etwa {cells:spaced}',
  'draughtboard.bareCell': '{count|1 Lage ließe|{count} Lagen ließen} nichts übrig, das {cell} bedeckt, etwa {example}',
  'draughtboard.noRoom': '{count|1 Lage ließe|{count} Lagen ließen} keinen Platz für {stone}, etwa {example}',
  'draughtboard.noStone': 'Kein Stein kann {cell} bedecken',
  'draughtboard.noPlace': 'Für {stone} bleibt kein Platz',
  'draughtboard.unbalanced': 'Die Steine haben nicht ebenso viele Felder jeder Farbe wie das Brett',

  guess: '{question}. Angenommen, {candidate}: Nach {steps|1 Schritt|{steps} Schritten} zeigt sich: {fault}. Also nicht {candidate}',

  'look.cells': 'Sieh hierhin: {cells}',
  'look.part': 'Sieh hierhin: {rows}, {columns}',
  'look.stones': 'Sieh hierhin: {stones}',
  'look.board': 'Sieh das ganze Brett an',
  'look.row': 'Zeile {from}',
  'look.rows': 'Zeilen {from} bis {to}',
  'look.column': 'Spalte {from}',
  'look.columns': 'Spalten {from} bis {to}',
};

/** @typedef {{template: string, values: Record<string, any>}} Sentence */

/**
 * Returns a sentence of the engine in German. Without a template it is "".
 * @param {Sentence} sentence
 * @returns {string}
 */
export function inGerman(sentence) { return fill(german[sentence.template] ?? '', sentence.values ?? {}); }

/**
 * Returns a template with the values in its places.
 * @param {string} template
 * @param {Record<string, any>} values
 * @returns {string}
 */
function fill(template, values) {
  const start = template.indexOf('{');
  if (start < 0) return template;
  const end = matching(template, start);
  return template.slice(0, start) + place(template.slice(start + 1, end), values) + fill(template.slice(end + 1), values);
}

/** Returns where the brace closes that opens at start. @param {string} text @param {number} start */
function matching(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i;
  }
  return text.length;
}

/**
 * Returns the text for what is in the braces of a place.
 * @param {string} inside
 * @param {Record<string, any>} values
 * @returns {string}
 */
function place(inside, values) {
  const [, name, forms] = /^(\w+)\|(.*)$/s.exec(inside) ?? [];
  if (name) {
    let bar = 0;
    for (let depth = 0; bar < forms.length && (forms[bar] !== '|' || depth > 0); bar++) depth += forms[bar] === '{' ? 1 : forms[bar] === '}' ? -1 : 0;
    const value = values[name];
    return fill(value === 1 || value?.length === 1 ? forms.slice(0, bar) : forms.slice(bar + 1), values);
  }
  const [key, how] = inside.split(':');
  const list = [values[key] ?? []].flat();
  const words = how === 'ranges' ? ranges(list) : list.map((value) => (value.template ? inGerman(value) : String(value)));
  return how === 'spaced' ? words.join(' ') : joined(words, how ? 'oder' : 'und');
}

/** Lists numbers, in short for three and more in a row: "3 bis 7". @param {number[]} numbers @returns {string[]} */
function ranges(numbers) {
  if (numbers.length === 0) return [];
  let row = 1;
  while (numbers[row] === numbers[0] + row) row++;
  if (row < 3) return [String(numbers[0]), ...ranges(numbers.slice(1))];
  return [`${numbers[0]} bis ${numbers[row - 1]}`, ...ranges(numbers.slice(row))];
}

/** Joins words: "a, b und c". @param {string[]} words @param {string} last */
function joined(words, last) { return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`; }
