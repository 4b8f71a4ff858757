// The service worker: after the first visit the page is there at once, on any network and without one. It answers from
// its cache. The browser asks in the background whether this file has changed. Then a new worker loads all files of its
// version, or none, and waits until the player wants it. Other tabs go on with the files of their versions, which they
// name in their questions. A lock of each tab says which versions are in use.

const scope = /** @type {any} */ (self);
const version = ''; // a digest of all files, which the program writes here
const cacheName = `crosscut-${version}`;
/** @type {string[]} */
const files = []; // which the program writes here, too

scope.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))));
});

scope.addEventListener('message', () => scope.skipWaiting());

scope.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(clean().then(() => scope.clients.claim()));
});

/** Deletes the older versions that no tab uses. */
async function clean() {
  const { held = [] } = await navigator.locks?.query() ?? {};
  const used = [cacheName, ...held.map(({ name }) => name)];
  const names = (await caches.keys()).filter((name) => name.startsWith('crosscut-')); // the oldest first
  await Promise.all(names.slice(0, names.indexOf(cacheName)).filter((name) => !used.includes(name)).map((name) => caches.delete(name)));
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope.registration.scope)) return;
  if (request.mode === 'navigate') event.waitUntil(clean());
  const [, wanted = version] = /\.(?:css|js|json|wasm)\?(\w+)$/.exec(request.url) ?? [];
  event.respondWith(caches.match(request.url, { ignoreSearch: true, cacheName: `crosscut-${wanted}` })
    .then((kept) => kept ?? (wanted === version ? fetch(request) : Response.error())));
});
