// What the player has chosen: how the page looks, and how it helps.

import { byId, input } from './dom.js';
import { keep, kept } from './store.js';

/** @type {Record<string, string>} */
const values = { mistakes: 'yes', clock: 'yes', large: 'no', axes: 'no', theme: '', level: 'easy', ...kept('settings', {}) };

const listeners = /** @type {(() => void)[]} */ ([]);

/** Returns a setting. Switches are yes or no. @param {string} name */
export function setting(name) { return values[name]; }

/** Changes a setting. @param {string} name @param {string} value */
export function choose(name, value) {
  Object.assign(values, kept('settings', {}), { [name]: value }); // another tab may have chosen, too
  keep('settings', values);
  apply();
  for (const listener of listeners) listener();
}

/** Calls a function after each change. @param {() => void} listener */
export function onSetting(listener) { listeners.push(listener); }

/** Puts the settings on the page, for its style sheet. */
function apply() { for (const name of ['clock', 'large', 'theme']) document.documentElement.dataset[name] = values[name]; }

/** Prepares the dialog. */
export function startSettings() {
  apply();
  for (const name of ['mistakes', 'clock', 'large', 'axes']) {
    input(`set-${name}`).checked = values[name] === 'yes';
    byId(`set-${name}`).addEventListener('change', () => choose(name, input(`set-${name}`).checked ? 'yes' : 'no'));
  }
  input('set-theme').value = values.theme;
  byId('set-theme').addEventListener('change', () => choose('theme', input('set-theme').value));
}
