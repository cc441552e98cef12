// Pages that the server has written: colours, local times, and new content when there is news.

import { followScheme } from "/static/core/preferences.js";

const MINUTE = 60;

followScheme();
localize();
const FOLLOWING = ["hub-tables", "hub-boxes", "hub-tournament"];
if (FOLLOWING.some((name) => document.body.classList.contains(name))) follow();
setInterval(count, 1000);

/** Show times in the browser's own zone. */
function localize() {
  const form = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  for (const time of document.querySelectorAll("time[datetime]:not(.lasting)")) {
    const when = new Date(time.getAttribute("datetime") ?? "");
    time.textContent = form.format(when);
  }
  count();
}

/** Show how long turns have lasted. */
function count() {
  for (const time of document.querySelectorAll("time.lasting")) {
    const since = Date.parse(time.getAttribute("datetime") ?? "");
    const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
    const rest = String(seconds % MINUTE).padStart(2, "0");
    time.textContent = `${Math.floor(seconds / MINUTE)}:${rest}`;
  }
}

/** Replace the content when something is new; the browser itself reconnects. */
function follow() {
  const news = new EventSource("/news");
  news.addEventListener("message", async () => {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [old, fresh] = [document.querySelector("main"), page.querySelector("main")];
    if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
    // Whoever fills a form in is not to lose it.
    if (document.activeElement?.closest("main form")) return;
    const focused = document.activeElement?.closest("main a")?.getAttribute("href");
    old.replaceChildren(...fresh.childNodes);
    const again = focused && old.querySelector(`a[href="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus();
    localize();
  });
}
