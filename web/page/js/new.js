// The dialog for a new puzzle: all kinds and shapes that the engine can make.

import { byId, h, input } from './dom.js';
import { kinds, optionsOf, otherKinds, shapes } from './kinds.js';
import { kindName } from './names.js';
import { setting } from './settings.js';
import { t } from './text.js';

/** Shows the fields that a kind has. */
function fields() {
  const id = input('new-kind').value;
  const { family, moves, set } = optionsOf(id);
  const isPath = family === 'hidoku';
  byId('new-shape-field').hidden = !isPath && id !== 'draughtboard';
  for (const option of byId('new-shape').children) /** @type {HTMLOptionElement} */ (option).hidden = /** @type {HTMLOptionElement} */ (option).value.startsWith('hexagon') && moves !== 'hex';
  byId('new-size-field').hidden = family === 'jodici' || Boolean(set);
  byId('new-walls-field').hidden = byId('new-links-field').hidden = !isPath;
  input('new-size').value = String(parseInt((optionsOf(id).size ?? '').replace(/^.*x/, ''), 10) || (moves === 'hex' ? 7 : 6));
}

/** Opens the dialog. */
export function openNew() {
  byId('new-kind').replaceChildren(...[...kinds.map((kind) => kind.id), ...Object.keys(otherKinds)].map((id) => h('option', { value: id, text: kindName(id) })));
  byId('new-shape').replaceChildren(...shapes.map((shape) => h('option', { value: shape, text: t(`shape${shape.replace(/:.*/, '') || 'plain'}`).replace('#', shape.replace(/^\D*/, '')) })));
  input('new-level').value = setting('level');
  fields();
  /** @type {HTMLDialogElement} */ (byId('new-dialog')).showModal();
}

/** Prepares the dialog. @param {(kind: string, level: string, more: Record<string, string>) => void} make */
export function startNew(make) {
  byId('new-kind').addEventListener('change', fields);
  byId('new-form').addEventListener('submit', (event) => {
    event.preventDefault();
    /** @type {HTMLDialogElement} */ (byId('new-dialog')).close();
    const id = input('new-kind').value;
    const has = (/** @type {string} */ name) => !byId(`new-${name}-field`).hidden && input(`new-${name}`).value !== '' && input(`new-${name}`).value !== '0';
    const size = input('new-size').value;
    /** @type {Record<string, string>} */
    const more = {};
    if (has('shape')) more.shape = input('new-shape').value;
    else if (has('size')) more.size = optionsOf(id).family === 'hidoku' || optionsOf(id).family === 'draughtboard' ? `${size}x${size}` : size;
    for (const name of ['walls', 'links']) if (has(name)) more[name] = input(`new-${name}`).value;
    make(id, input('new-level').value, more);
  });
}
