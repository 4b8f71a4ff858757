// All strings of the page, English and German.

/** @type {Record<string, [string, string]>} */
const table = {
  title: ['crosscut: number and stone puzzles', 'crosscut: Zahlen- und Steinrätsel'],
  play: ['Play', 'Spielen'],
  set: ['Set', 'Entwerfen'],
  check: ['Check', 'Prüfen'],
  print: ['Print', 'Drucken'],
  share: ['Share', 'Teilen'],
  gallery: ['Gallery', 'Galerie'],
  language: ['Deutsch', 'English'],
  views: ['Views', 'Ansichten'],
  today: ['Puzzle of the day', 'Rätsel des Tages'],
  newPuzzle: ['New puzzle', 'Neues Rätsel'],
  open: ['Open a file', 'Datei öffnen'],
  stop: ['Stop', 'Anhalten'],
  working: ['Working …', 'Rechnet …'],
  stopped: ['Stopped.', 'Angehalten.'],
  failed: ['This did not work: {0}', 'Das ging nicht: {0}'],
  failTime: ['The time was too short.', 'Die Zeit war zu kurz.'],
  failMemory: ['There is not enough memory.', 'Der Speicher reicht nicht.'],
  failFull: ['The server is busy. Try again in a moment.', 'Der Server ist ausgelastet. Versuch es gleich noch einmal.'],
  failGone: ['The server has ended the question.', 'Der Server hat die Frage beendet.'],
  failSize: ['The puzzle is too large for the server.', 'Das Rätsel ist zu groß für den Server.'],
  failReach: ['The server cannot be reached.', 'Der Server ist nicht zu erreichen.'],
  noEngine: ['The engine is missing: there is neither engine.wasm nor a server.', 'Das Rechenwerk fehlt: Es gibt weder engine.wasm noch einen Server.'],

  hidokuKing: ['Hidoku (king’s moves)', 'Hidoku (Königszüge)'],
  hidokuRook: ['Hidoku (side by side)', 'Hidoku (Seite an Seite)'],
  hidokuHex: ['Hidoku (hexagons)', 'Hidoku (Sechsecke)'],
  magic: ['Magic board', 'Magisches Brett'],
  draughtboard: ['Draughtboard', 'Damebrett'],
  rulesKing: ['Join 1 to {0}. Each number touches the next one, also across a corner.', 'Verbinde 1 bis {0}. Jede Zahl berührt die nächste, auch über Eck.'],
  rulesRook: ['Join 1 to {0}. Each number is beside, above or below the next one.', 'Verbinde 1 bis {0}. Jede Zahl liegt neben, über oder unter der nächsten.'],
  rulesHex: ['Join 1 to {0}. Each number touches the next one.', 'Verbinde 1 bis {0}. Jede Zahl berührt die nächste.'],
  rulesMagic: ['Use each number from {0} to {1} once. Every row and column adds up to {2}.', 'Verwende jede Zahl von {0} bis {1} einmal. Jede Zeile und Spalte ergibt {2}.'],
  rulesMagicDiagonals: ['Use each number from {0} to {1} once. Every row, column and diagonal adds up to {2}.', 'Verwende jede Zahl von {0} bis {1} einmal. Jede Zeile, Spalte und Diagonale ergibt {2}.'],
  rulesStones: ['Cover the board with all stones.', 'Bedecke das Brett mit allen Steinen.'],
  rulesColours: ['Cover the board with all stones. The colours must match.', 'Bedecke das Brett mit allen Steinen. Die Farben müssen passen.'],
  rulesFlips: ['Stones may be turned and flipped.', 'Steine darf man drehen und wenden.'],
  rulesNoFlips: ['Stones may be turned, but not flipped.', 'Steine darf man drehen, aber nicht wenden.'],
  howHidoku: ['Press a number and drag along the path, or press an open cell to put the next number there.', 'Drücke eine Zahl und ziehe den Weg entlang, oder tippe ein freies Feld an: Dort kommt die nächste Zahl hin.'],
  howMagic: ['Choose a cell, then a number. Or type it.', 'Wähle ein Feld und dann eine Zahl. Oder tippe sie ein.'],
  howStones: ['Choose a stone, then its place on the board. Or drag it. R turns it, F flips it.', 'Wähle einen Stein und dann seinen Platz. Oder ziehe ihn. R dreht ihn, F wendet ihn.'],

  board: ['{0}, {1} rows, {2} columns', '{0}, {1} Zeilen, {2} Spalten'],
  cell: ['row {0}, column {1}', 'Zeile {0}, Spalte {1}'],
  cellOpen: ['open', 'frei'],
  cellClue: ['{0}, given', '{0}, vorgegeben'],
  cellNotes: ['pencil marks {0}', 'Notizen {0}'],
  cellHole: ['hole', 'Loch'],
  cellStone: ['stone {0}', 'Stein {0}'],
  cellB: ['black', 'schwarz'],
  cellW: ['white', 'weiß'],
  cellX: ['', ''],
  cellWrong: ['wrong', 'falsch'],
  cellMarked: ['differs between solutions', 'in den Lösungen verschieden'],
  cellClash: ['contradicts other clues', 'widerspricht anderen Vorgaben'],

  time: ['Time', 'Zeit'],
  numbers: ['Missing numbers', 'Fehlende Zahlen'],
  direction: ['Count down', 'Rückwärts'],
  pencil: ['Pencil marks', 'Notizen'],
  erase: ['Erase', 'Löschen'],
  undo: ['Undo', 'Rückgängig'],
  redo: ['Redo', 'Wiederholen'],
  checkEntries: ['Check', 'Kontrolle'],
  hint: ['Hint', 'Tipp'],
  moreHint: ['More', 'Mehr'],
  doHint: ['Enter it', 'Eintragen'],
  reset: ['Start again', 'Neu beginnen'],
  solution: ['Solution', 'Lösung'],
  allRight: ['Everything is right so far.', 'Bisher ist alles richtig.'],
  wrongSome: ['Wrong: {0}', 'Falsch: {0}'],
  againstRules: ['This breaks a rule: {0}', 'Das verletzt eine Regel: {0}'],
  ruleLength: ['a number is missing', 'eine Zahl fehlt'],
  ruleRange: ['a number is too small or too large', 'eine Zahl ist zu klein oder zu groß'],
  ruleClue: ['a given number has changed', 'eine Vorgabe ist verändert'],
  ruleTwice: ['a number is there twice', 'eine Zahl steht zweimal da'],
  ruleTouch: ['a number does not touch the next one', 'eine Zahl berührt die nächste nicht'],
  ruleSum: ['a line has another sum', 'eine Linie hat eine andere Summe'],
  ruleShape: ['a stone has another shape', 'ein Stein hat eine andere Form'],
  ruleColour: ['the colours do not match', 'die Farben passen nicht'],
  deadEnd: ['No solution goes on from here.', 'Von hier führt keine Lösung weiter.'],
  wrongEnd: ['The board is full, but it is not a solution.', 'Das Brett ist voll, aber keine Lösung.'],
  solved: ['Solved in {0}!', 'Gelöst in {0}!'],
  shown: ['This is a solution.', 'Das ist eine Lösung.'],
  noSolution: ['There is no solution.', 'Es gibt keine Lösung.'],
  isGiven: ['{0} is already given.', '{0} ist schon vorgegeben.'],
  noHint: ['No hint was found. Here one must try.', 'Kein Tipp gefunden. Hier muss man probieren.'],
  noneLeft: ['Nothing is left to do.', 'Es bleibt nichts zu tun.'],
  nextHint: ['Next hint', 'Nächster Tipp'],
  stones: ['Stones', 'Steine'],
  stone: ['Stone {0}, {1} cells', 'Stein {0}, {1} Felder'],
  turn: ['Turn', 'Drehen'],
  flip: ['Flip', 'Wenden'],
  putBack: ['Put back', 'Zurücklegen'],
  noFit: ['The stone does not fit there.', 'Der Stein passt dort nicht.'],

  family: ['Puzzle', 'Rätsel'],
  rows: ['Rows', 'Zeilen'],
  columns: ['Columns', 'Spalten'],
  emptyBoard: ['Empty board', 'Leeres Brett'],
  tool: ['A click sets', 'Ein Klick setzt'],
  toolClue: ['Clues', 'Vorgaben'],
  toolHole: ['Holes', 'Löcher'],
  corner: ['First cell', 'Erstes Feld'],
  cornerAny: ['any colour', 'beide Farben'],
  allowFlips: ['Stones may be flipped', 'Steine darf man wenden'],
  newStone: ['New stone: click its cells', 'Neuer Stein: Felder anklicken'],
  addStone: ['Add the stone', 'Stein hinzufügen'],
  removeHow: ['Stones: a click removes one', 'Steine: Ein Klick entfernt einen'],
  removeStone: ['Remove stone {0}', 'Stein {0} entfernen'],
  low: ['Smallest number', 'Kleinste Zahl'],
  sum: ['Sum', 'Summe'],
  diagonals: ['Diagonals too', 'Auch Diagonalen'],
  asText: ['As text', 'Als Text'],
  useText: ['Use this text', 'Diesen Text verwenden'],
  lightNone: ['No solution', 'Keine Lösung'],
  lightOne: ['Exactly one solution', 'Genau eine Lösung'],
  lightSeveral: ['Several solutions', 'Mehrere Lösungen'],
  lightUnknown: ['Not known in time', 'Nicht rechtzeitig bekannt'],
  lightBad: ['Not a puzzle yet', 'Noch kein Rätsel'],
  lightDiffer: ['The marked cells differ.', 'Die markierten Felder sind verschieden.'],
  clashStones: ['Together these stones find no place: {0}', 'Zusammen finden diese Steine keinen Platz: {0}'],
  clashBare: ['No stone can cover the marked cells.', 'Kein Stein kann die markierten Felder bedecken.'],
  clashBoard: ['The board itself has no solution, whatever the clues.', 'Schon das leere Brett hat keine Lösung.'],
  cannotShow: ['This page cannot show a puzzle with {0}. The program can solve and draw it.', 'Diese Seite kann dieses Rätsel nicht zeigen, denn es hat: {0}. Das Programm kann es lösen und zeichnen.'],
  stonesMissing: ['Add a stone: click its cells below.', 'Füge einen Stein hinzu: Klicke unten seine Felder an.'],
  lightClash: ['The marked clues contradict each other.', 'Die markierten Vorgaben widersprechen einander.'],
  minimal: ['Make minimal', 'Minimal machen'],
  minimalSymmetric: ['Remove symmetrically', 'Symmetrisch entfernen'],
  repair: ['Repair', 'Reparieren'],
  grade: ['Grade', 'Schwierigkeit'],
  generate: ['Generate', 'Erzeugen'],
  level: ['Level', 'Stufe'],
  easy: ['easy', 'leicht'],
  medium: ['medium', 'mittel'],
  hard: ['hard', 'schwer'],
  extreme: ['extreme', 'extrem'],
  anyLevel: ['any', 'beliebig'],
  removed: ['{0} clues removed, {1} left.', '{0} Vorgaben entfernt, {1} übrig.'],
  repaired: ['Changes: {0}', 'Änderungen: {0}'],
  changeAdd: ['add {0} at {1}', '{0} auf {1} ergänzen'],
  changeRemove: ['take away {0} at {1}', '{0} auf {1} wegnehmen'],
  changeWrite: ['write {0} for {1} at {2}', '{0} statt {1} auf {2} schreiben'],
  changeRedraw: ['draw stone {0} anew', 'Stein {0} neu zeichnen'],
  changeJoin: ['join stones {0}', 'Steine {0} verbinden'],
  sound: ['Nothing needs a repair.', 'Nichts ist zu reparieren.'],
  noRepair: ['No small repair was found.', 'Keine kleine Reparatur gefunden.'],
  gradeIs: ['Level: {0}, {1} of 5 stars, score {2}. The hardest step is {3}.', 'Stufe: {0}, {1} von 5 Sternen, {2} Punkte. Der schwerste Schritt ist {3}.'],
  gradeGuess: ['The steps of people do not suffice: a guess is needed.', 'Die Schritte von Menschen genügen nicht: Man muss raten.'],
  gradeNone: ['Only a puzzle with one solution has a grade.', 'Nur ein Rätsel mit einer Lösung hat eine Schwierigkeit.'],

  checkIntro: ['Three engines count all solutions. They share no reasoning, so their agreement is evidence.', 'Drei Rechenwerke zählen alle Lösungen. Sie haben keinen Gedanken gemeinsam, also ist Einigkeit ein Beleg.'],
  checkRun: ['Ask all three', 'Alle drei fragen'],
  engine: ['Engine', 'Rechenwerk'],
  count: ['Solutions', 'Lösungen'],
  seconds: ['Seconds', 'Sekunden'],
  nodes: ['Steps', 'Schritte'],
  complete: ['Complete', 'Fertig'],
  yes: ['yes', 'ja'],
  no: ['no', 'nein'],
  limit: ['Time for all', 'Zeit für alle'],
  seconds10: ['10 seconds', '10 Sekunden'],
  minute: ['1 minute', '1 Minute'],
  minutes10: ['10 minutes', '10 Minuten'],
  agree: ['The engines agree.', 'Die Rechenwerke sind sich einig.'],
  disagree: ['The engines disagree.', 'Die Rechenwerke sind sich uneinig.'],
  unfinished: ['Not all engines were finished in time.', 'Nicht alle Rechenwerke wurden rechtzeitig fertig.'],
  exports: ['Files for other programs', 'Dateien für andere Programme'],
  exportFormula: ['Formula (DIMACS)', 'Formel (DIMACS)'],
  exportCover: ['Exact cover', 'Exakte Überdeckung'],
  exportProof: ['Certificate', 'Zertifikat'],
  exportText: ['Puzzle file', 'Rätseldatei'],
  exportPicture: ['Picture (SVG)', 'Bild (SVG)'],
  saved: ['Saved: {0}', 'Gespeichert: {0}'],

  printWhat: ['On paper', 'Auf Papier'],
  printThis: ['This puzzle', 'Dieses Rätsel'],
  printNew: ['New puzzles of this kind', 'Neue Rätsel dieser Art'],
  howMany: ['How many', 'Wie viele'],
  perPage: ['On a page', 'Auf einer Seite'],
  withSolutions: ['With solutions', 'Mit Lösungen'],
  headline: ['Headline', 'Überschrift'],
  preview: ['Prepare', 'Vorbereiten'],
  printNow: ['Print', 'Drucken'],
  number: ['No. {0}', 'Nr. {0}'],
  solutionOf: ['Solution of no. {0}', 'Lösung von Nr. {0}'],

  link: ['Link', 'Link'],
  copy: ['Copy', 'Kopieren'],
  copied: ['Copied.', 'Kopiert.'],
  shareIntro: ['The whole puzzle is in the address. No server keeps it.', 'Das ganze Rätsel steht in der Adresse. Kein Server speichert es.'],
  qr: ['QR code of the link', 'QR-Code des Links'],
  close: ['Close', 'Schließen'],
  claims: ['{0} solutions', '{0} Lösungen'],
  claim1: ['1 solution', '1 Lösung'],
  claim0: ['no solution', 'keine Lösung'],
};

let language = 0;

/** Uses the language that was chosen before, or that of the browser. */
export function startLanguage() {
  const wish = localStorage.getItem('crosscut.language') ?? navigator.language;
  setLanguage(wish.startsWith('de') ? 1 : 0);
}

/** Changes to the other language. */
export function otherLanguage() {
  setLanguage(1 - language);
  localStorage.setItem('crosscut.language', languageName());
}

/** @returns {'en'|'de'} */
export function languageName() { return language ? 'de' : 'en'; }

/** @param {number} index */
function setLanguage(index) {
  language = index;
  document.documentElement.lang = languageName();
  document.title = t('title');
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-t]'))) element.textContent = t(element.dataset.t ?? '');
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-t-label]'))) element.setAttribute('aria-label', t(element.dataset.tLabel ?? ''));
}

/**
 * Returns a string in the language of the page. {0}, {1} stand for values.
 * @param {string} key
 * @param {...(string|number)} values
 */
export function t(key, ...values) {
  const text = table[key]?.[language] ?? key;
  return text.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)] ?? ''));
}

/** The keys of the table, for tests. */
export const keys = Object.keys(table);
