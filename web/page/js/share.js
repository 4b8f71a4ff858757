// The dialog Share: the puzzle as a link and as a QR code.

import { picture } from './board.js';
import { byId, input } from './dom.js';
import { quick } from './engine.js';
import { t } from './text.js';
import { complain } from './work.js';

/** Returns the address of the page with a puzzle. @param {string} text */
export async function addressOf(text) {
  const { link } = await quick.json('link', text);
  return `${location.origin}${location.pathname}#${String(link).split('#').at(-1)}`;
}

/** Opens the dialog for a puzzle. @param {string} text */
export async function share(text) {
  try {
    const address = await addressOf(text);
    input('share-link').value = address;
    byId('share-copied').textContent = '';
    /** @type {HTMLDialogElement} */ (byId('share-dialog')).showModal();
    const code = picture((await quick.ask('qr', '', { address })).body);
    code.setAttribute('role', 'img');
    code.setAttribute('aria-label', t('qr'));
    byId('share-code').replaceChildren(code);
  } catch (error) {
    complain(error);
  }
}

/** Prepares the buttons of the dialog. */
export function startShare() {
  byId('share-send').hidden = !navigator.share;
  byId('share-send').addEventListener('click', () => navigator.share({ url: input('share-link').value }).catch(() => {})); // not sent: nothing to say
  byId('share-copy').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(input('share-link').value);
      byId('share-copied').textContent = t('copied');
    } catch {
      input('share-link').select();
    }
  });
}
