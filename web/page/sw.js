// The service worker: after the first visit the page is there at once, on any network and without one. It answers from
// its cache. The browser asks in the background whether this file has changed. Then a new worker loads all files of its
// version, or none, and waits until the player wants it.

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
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
    .then(() => scope.clients.claim()));
});

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope.registration.scope)) return;
  event.respondWith(caches.open(cacheName).then((cache) => cache.match(request.url, { ignoreSearch: true })).then((kept) => kept ?? fetch(request)));
});
