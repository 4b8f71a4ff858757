// What survives a reload. Games are kept by the text of their puzzle, the newest first.

const key = 'crosscut.games';
const most = 40;

/** @typedef {{text: string, state: any, seconds: number, done: boolean}} Game */

/** @returns {Game[]} */
function all() {
  try {
    const games = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** Returns the game of a puzzle. @param {string} text @returns {Game|undefined} */
export function load(text) { return all().find((game) => game.text === text); }

/** Returns the text of the newest game. @returns {string|undefined} */
export function newest() { return all()[0]?.text; }

/** @param {Game} game */
export function save(game) {
  try {
    localStorage.setItem(key, JSON.stringify([game, ...all().filter((old) => old.text !== game.text)].slice(0, most)));
  } catch {
    // The browser keeps nothing: the page works without.
  }
}
