// The service worker: after the first visit the page works without a network. It asks the
// network first, so nobody keeps an old version, and answers from its cache otherwise.

const worker = /** @type {any} */ (self);
const cacheName = 'crosscut-2';
const files = [
  './', 'style.css', 'icon.svg', 'icon-192.png', 'icon-512.png', 'manifest.json', 'gallery.json', 'engine/engine.wasm', 'engine/wasm_exec.js',
  ...['art', 'board', 'check', 'daily', 'dom', 'engine', 'faults', 'gallery', 'help', 'hidoku-rules', 'hints', 'history', 'home', 'kinds', 'main', 'make',
    'marks', 'messages', 'names', 'new', 'numbers', 'play', 'play-numbers', 'play-stones', 'play-zip', 'print', 'puzzle', 'sentences', 'set',
    'set-rules', 'set-stones', 'settings', 'share', 'stones', 'store', 'text', 'variants', 'win', 'words', 'work', 'worker', 'zip'].map((name) => `js/${name}.js`),
];

// The page has just loaded most files, so the browser need not fetch them again. A file
// that is old here is replaced by the next visit with a network.
worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(cacheName)
    .then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'force-cache' }))))
    .then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request.url, { cache: 'no-cache', credentials: 'same-origin' });
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request.url, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
