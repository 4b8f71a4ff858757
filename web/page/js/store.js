// What survives a visit: games, newest first, and what was won. Puzzles are known by their texts.

const most = 40; // games
const steps = 100; // states of the newest game, to be undone

/**
 * A game. About tells what the page knows of it: the level, the day whose puzzle it is, the day on which it was
 * begun, how many hints were shown, and whether the solution was.
 * @typedef {{level?: string, kind?: string, day?: string, begun?: string, hints?: number, given?: boolean}} About
 * @typedef {{text: string, state: any, seconds: number, done: boolean, about?: About, past?: any[]}} Game
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

/** Keeps a value under a key. @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`crosscut.${key}`, JSON.stringify(value));
  } catch {
    document.dispatchEvent(new Event('unkept')); // the page works without
  }
}

/** @returns {Game[]} */
function all() {
  const games = kept('games', /** @type {Game[]} */ ([]));
  return Array.isArray(games) ? games : [];
}

/** Returns the game of a puzzle. @param {string} text @returns {Game|undefined} */
export function load(text) { return all().find((game) => game.text === text); }

/** Returns the newest game. @returns {Game|undefined} */
export function newest() { return all()[0]; }

/** Returns the newest game that was begun and not ended. @returns {Game|undefined} */
export function unfinished() { return all().find((game) => !game.done && (game.past?.length ?? 0) > 1); }

/** Keeps a game as the newest one. Older ones keep their last move only. @param {Game} game */
export function save(game) {
  const others = all().filter((old) => old.text !== game.text).map((old) => (old.past ? { ...old, past: old.past.slice(-2) } : old));
  keep('games', [{ ...game, past: game.past?.slice(-steps) }, ...others].slice(0, most));
}

/** Returns a short name of a text, the same everywhere (FNV-1a). @param {string} text */
export function nameOfText(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** Returns what was won so far. @returns {Wins} */
export function wins() { return { solved: {}, best: {}, days: {}, met: {}, ...kept('wins', {}) }; }

/**
 * Notes that a puzzle was solved, and returns the best time before for its kind and level.
 * @param {string} text
 * @param {About} about
 * @param {number} seconds
 * @returns {number|undefined}
 */
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

/**
 * Returns how many days in a row, up to a day or the day before it, had a puzzle that was solved on that day. One day of
 * each month may be missed.
 * @param {Date} today
 */
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
