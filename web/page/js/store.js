// What survives a visit: games, newest first, and what was won. Puzzles are known by their texts. Each game has an entry
// of its own, so a move writes only that game. What can be undone is written now and then, and at the end of a visit.

const most = 40; // games
const steps = 100; // states of a game, to be undone
const undone = 5; // games that can be undone on the next visit: more of 20×20 fill the storage

/**
 * A game. About tells what the page knows of it: the level, the day whose puzzle it is, the day on which it was
 * begun, how many hints were shown, whether the solution was, and the state before the player began to try something.
 * @typedef {{level?: string, kind?: string, day?: string, begun?: string, hints?: number, given?: boolean, trial?: any}} About
 * @typedef {{text: string, state: any, seconds: number, done: boolean, about?: About, past?: any[]}} Game
 * @typedef {{name: string, day?: string, kind?: string, open: boolean}} Entry a game in the list; open: begun and not ended
 * @typedef {{solved: Record<string, number>, best: Record<string, number>, days: Record<string, Record<string, number>>, met: Record<string, boolean>}} Wins
 */

/**
 * Returns a value that was kept under a key, or another one.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`crosscut.${key}`) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a value under a key. undefined takes it away. @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(`crosscut.${key}`);
    else localStorage.setItem(`crosscut.${key}`, JSON.stringify(value));
  } catch {
    document.dispatchEvent(new Event('unkept')); // the page works without
  }
}

/** @returns {Entry[]} */
function list() {
  const games = kept('games', /** @type {Entry[]} */ ([]));
  return Array.isArray(games) ? games : [];
}

/** @param {Entry|undefined} entry @returns {Game|undefined} */
function gameOf(entry) {
  const game = entry && kept(`game.${entry.name}`, /** @type {Game|undefined} */ (undefined));
  return game && { ...game, past: kept(`past.${entry.name}`, [game.state]) };
}

/** Returns the game of a puzzle. @param {string} text @returns {Game|undefined} */
export function load(text) {
  const game = gameOf({ name: nameOfText(text), open: false });
  return game?.text === text ? game : undefined;
}

/** Returns the newest game. @returns {Game|undefined} */
export function newest() { return gameOf(list()[0]); }

/** Returns the newest game that was begun and not ended. @returns {Game|undefined} */
export function unfinished() { return gameOf(list().find(({ open }) => open)); }

/** Returns the game of a day's puzzle. @param {string} day @param {string} kind */
export function ofDay(day, kind) { return gameOf(list().find((entry) => entry.day === day && entry.kind === kind)); }

/** Keeps a game as the newest one. @param {Game} game @param {boolean} [all] whether what can be undone, too */
export function save({ past, ...game }, all = true) {
  const name = nameOfText(game.text);
  keep(`game.${name}`, game);
  if (all) keep(`past.${name}`, past?.slice(-steps));
  const entry = { name, day: game.about?.day, kind: game.about?.kind, open: !game.done && (past?.length ?? 0) > 1 };
  const games = list();
  if (JSON.stringify(games[0]) === JSON.stringify(entry)) return;
  const others = [entry, ...games.filter((other) => other.name !== name)];
  keep('games', others.slice(0, most));
  for (const old of others.slice(undone)) keep(`past.${old.name}`, undefined);
  for (const old of others.slice(most)) keep(`game.${old.name}`, undefined);
}

/** Returns a short name of a text, the same everywhere (FNV-1a). @param {string} text */
export function nameOfText(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** Returns what was won so far. @returns {Wins} */
export function wins() { return { solved: {}, best: {}, days: {}, met: {}, ...kept('wins', {}) }; }

/** Notes that a puzzle was solved, and returns the best time before for its kind and level. @param {string} text @param {About} about @param {number} seconds @returns {number|undefined} */
export function won(text, about, seconds) {
  const all = wins();
  const key = `${about.kind} ${about.level}`;
  const before = all.best[key];
  const name = nameOfText(text);
  all.solved[name] = Math.min(seconds, all.solved[name] ?? Infinity);
  if (about.level && !about.hints) all.best[key] = Math.min(seconds, before ?? Infinity);
  if (about.day && about.kind) all.days[about.day] = { [about.kind]: seconds, ...all.days[about.day] };
  if (about.day && [about.begun, dayName(new Date())].includes(about.day)) all.met[about.day] = true;
  keep('wins', all);
  return before;
}

/** Returns all games and what was won, as the text of a file. */
export function everything() {
  return JSON.stringify({ crosscut: 1, wins: wins(), games: list().map(gameOf).filter(Boolean) });
}

/** Takes over what everything has written, and returns how many games are kept, or -1 for another text. Nothing here is lost. @param {string} text */
export function takeOver(text) {
  try {
    const { crosscut, wins: theirs, games } = JSON.parse(text);
    if (crosscut !== 1) return -1;
    const ours = wins();
    const shorter = (/** @type {any} */ a, /** @type {any} */ b) => ({ ...a, ...b, ...Object.fromEntries(Object.keys(a).filter((key) => key in b).map((key) => [key, Math.min(a[key], b[key])])) });
    const days = Object.fromEntries([...new Set([...Object.keys(ours.days), ...Object.keys(theirs.days)])].map((day) => [day, shorter(ours.days[day] ?? {}, theirs.days[day] ?? {})]));
    keep('wins', { solved: shorter(ours.solved, theirs.solved), best: shorter(ours.best, theirs.best), days, met: { ...ours.met, ...theirs.met } });
    const newer = games.filter((/** @type {Game} */ game) => (load(game.text)?.seconds ?? -1) < game.seconds);
    let room = most - list().length; // own games stay
    const taken = newer.filter((/** @type {Game} */ game) => load(game.text) || room-- > 0);
    for (const game of taken.reverse()) save(game);
    return taken.filter((/** @type {Game} */ game) => load(game.text)).length; // a browser may keep nothing
  } catch {
    return -1;
  }
}

/** Returns the days that count for the streak as a part of an address: the first one, and a digit of base 32 for five days each. */
export function streakText() {
  const days = Object.keys(wins().met).sort();
  if (days.length === 0) return '';
  const first = dayNamed(days[0]);
  const digits = /** @type {number[]} */ ([]);
  for (const day of days) {
    const n = Math.round((dayNamed(day).getTime() - first.getTime()) / 86_400_000); // a day may have 23 hours
    digits[Math.floor(n / 5)] = (digits[Math.floor(n / 5)] ?? 0) | 1 << n % 5;
  }
  return `${days[0]}-${Array.from(digits, (digit) => (digit ?? 0).toString(32)).join('')}`;
}

/** Takes over the days of a text by streakText, and returns how many it has. @param {string} text */
export function takeStreak(text) {
  const [, first, digits] = /^(\d{4}-\d\d-\d\d)-([0-9a-v]{1,2000})$/.exec(text) ?? ['', '', ''];
  const all = wins();
  let many = 0;
  [...digits].forEach((digit, i) => {
    for (let bit = 0; bit < 5; bit++) {
      if (!(parseInt(digit, 32) >> bit & 1)) continue;
      const day = dayNamed(first);
      day.setDate(day.getDate() + 5 * i + bit);
      if (dayName(day) > dayName(new Date())) continue;
      all.met[dayName(day)] = true;
      many++;
    }
  });
  if (many) keep('wins', all);
  return many;
}

/** Returns how many days in a row, up to a day or the day before it, had a puzzle that was solved on that day. One day of each month may be missed. @param {Date} today */
export function streak(today) {
  const { met } = wins();
  const day = new Date(today);
  if (!met[dayName(day)]) day.setDate(day.getDate() - 1);
  const missed = new Set();
  let many = 0;
  for (;; day.setDate(day.getDate() - 1)) {
    const name = dayName(day);
    if (met[name]) many++;
    else if (missed.has(name.slice(0, 7))) return many;
    else missed.add(name.slice(0, 7));
  }
}

/** Returns a day as in 2026-11-24. @param {Date} day */
export function dayName(day) { return [day.getFullYear(), String(day.getMonth() + 1).padStart(2, '0'), String(day.getDate()).padStart(2, '0')].join('-'); }

/** Returns the day with a name. @param {string} name */
export function dayNamed(name) {
  const [year, month, date] = name.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}
