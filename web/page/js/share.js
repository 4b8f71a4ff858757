// The dialog Share: the puzzle as a link, a QR code, a picture, a file, and a frame for other pages.

import { picture } from './board.js';
import { byId, download, h, input } from './dom.js';
import { quick } from './engine.js';
import { streakText } from './store.js';
import { t } from './text.js';
import { complain } from './work.js';

let shared = ''; // the puzzle of the dialog

/** Opens the dialog for a puzzle. @param {string} text */
export async function share(text) {
  try {
    const { link } = await quick.json('link', text);
    const address = `${location.origin}${location.pathname}#${String(link).split('#').at(-1)}`;
    input('share-link').value = address;
    shared = text;
    input('share-frame').value = `<iframe src="${address.replace('#', '?embed#')}" width="480" height="640"></iframe>`;
    byId('share-copied').textContent = '';
    /** @type {HTMLDialogElement} */ (byId('share-dialog')).showModal();
    byId('share-code').replaceChildren(await code(address));
  } catch (error) {
    complain(error);
  }
}

/** Returns the QR code of an address. @param {string} address */
async function code(address) {
  const svg = picture((await quick.ask('qr', '', { address })).body);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', t('qr'));
  return svg;
}

/** Shows the days in a row as a QR code, for a new telephone. */
export async function showStreak() {
  const days = streakText();
  byId('streak-code').hidden = !days;
  if (days) byId('streak-code').replaceChildren(t('streakCode'), await code(`${location.origin}${location.pathname}#/streak/${days}`));
}

/** Returns the picture of a puzzle as PNG, three times as large as it is. @param {string} text @returns {Promise<Blob>} */
async function png(text) {
  const image = new Image();
  const drawing = await quick.ask('draw', text);
  image.src = URL.createObjectURL(new Blob([drawing.body], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = h('canvas', { width: image.width * 3, height: image.height * 3 });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

/** Prepares the buttons of the dialog. */
export function startShare() {
  byId('share-send').hidden = !navigator.share;
  byId('share-send').addEventListener('click', () => navigator.share({ url: input('share-link').value }).catch(() => {})); // not sent: nothing to say
  for (const what of ['link', 'frame']) {
    byId(`share-copy-${what}`).addEventListener('click', async () => {
      input(`share-${what}`).select();
      await navigator.clipboard.writeText(input(`share-${what}`).value).then(() => { byId('share-copied').textContent = t('copied'); }, () => {}); // it is selected
    });
  }
  byId('export-text').addEventListener('click', () => download('puzzle.txt', shared));
  byId('export-png').addEventListener('click', () => png(shared).then((blob) => download('puzzle.png', blob, 'image/png'), complain));
}
