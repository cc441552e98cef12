// The service worker: pages open from the browser's own store when the box does not answer.
//
// It keeps the pages' frames, not the game: that comes by the WebSocket as soon as the box is back.

const STORE = "companion";
const PAGES = new Set(["/", "/seat", "/host", "/replay", "/play", "/told"]);
/** Milliseconds for which a page waits for the box before the stored one is shown. */
const PATIENCE = 3000;
/** The window of a service worker, whose types are not those of a page. @type {any} */
const worker = self;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(worker.clients.claim()),
);
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(kept(request, pathname));
  else if (request.mode === "navigate" && PAGES.has(pathname) && !search)
    event.respondWith(newest(request));
});

/** Return a file that never changes: from the store, else from the box. @param {Request} request @param {string} path */
async function kept(request, path) {
  const store = await caches.open(STORE);
  const cached = await store.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok && !answer.redirected) {
    const older = (await store.keys()).filter(({ url }) => isVersion(new URL(url).pathname, path));
    await Promise.all(older.map((old) => store.delete(old)));
    await store.put(request, answer.clone());
  }
  return answer;
}

/** Tell whether two paths lead to versions of the same file. @param {string} one @param {string} other */
function isVersion(one, other) {
  const plain = (/** @type {string} */ path) => path.replace(/\.[^.]*(\.\w+)$/, "$1");
  return plain(one) === plain(other);
}

/** Return a page from the box, or the stored one if the box does not answer. @param {Request} request */
async function newest(request) {
  const store = await caches.open(STORE);
  const cached = await store.match(request);
  const response = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected) await store.put(request, answer.clone());
    return answer;
  });
  if (!cached) return response;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, cached));
  return Promise.race([response.catch(() => cached), late]);
}
