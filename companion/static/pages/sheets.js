// The pages about a host's sheets, rendered by the server: the form writes a sheet and shows what the
// panel makes of it, and a camera reads the code of one.

import { applyPreferences, pageLanguage } from "/static/core/server-page.js";

/** Milliseconds without a key before a sheet is checked. */
const PAUSE = 400;
/** Milliseconds between two looks of the camera. */
const LOOK = 300;

/**
 * @typedef {object} Examined what the box says of a sheet
 * @property {string} text
 * @property {{field: string, sentence: string}[]} mistakes
 * @property {string[]} panel rows of pixels, `#` is lit
 */

applyPreferences("/sheets");

/** What shows why the box refuses something. @type {HTMLElement|null} */
let failed = document.querySelector("form > .failed");
/** @type {HTMLFormElement|null} */
const form = document.querySelector("#sheet");
/** @type {HTMLFormElement|null} */
const removal = document.querySelector("#remove");

/**
 * Send something to the box; return its answer, `null` if it refuses, which the page says.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
async function send(path, body) {
  if (failed) failed.textContent = "";
  const headers = { "Content-Type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify(body) };
  try {
    const answer = await fetch(`${path}?lang=${pageLanguage}`, sent);
    if (answer.status === 204) return {};
    const told = await answer.json();
    if (answer.ok) return told;
    if (failed) failed.textContent = told.error.message;
  } catch (error) {
    if (failed) failed.textContent = String(error);
  }
  return null;
}

/** @param {HTMLCanvasElement} canvas @param {string[]} rows */
function drawPanel(canvas, rows) {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "#000";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#fff";
  for (const [y, row] of rows.entries())
    for (let x = 0; x < row.length; x += 1) if (row[x] === "#") context.fillRect(x, y, 1, 1);
}

/** @param {HTMLFormElement} form */
function followForm(form) {
  /** @type {HTMLTextAreaElement|null} */
  const text = form.querySelector("#text");
  /** @type {HTMLCanvasElement|null} */
  const panel = form.querySelector("#panel");
  if (!text || !panel) return;
  let latest = 0;
  /** The answers that wrote the sheet, as far as people have not. @type {object|null} */
  let before = null;
  let timer = 0;

  /**
   * Show what the box says of a sheet, unless something newer was asked since.
   * @param {string} path
   * @param {object} body
   * @param {object} [answers] what wrote it
   */
  async function examine(path, body, answers) {
    const number = ++latest;
    /** @type {Examined|null} */
    const told = await send(path, body);
    if (!told || number !== latest || !text || !panel) return;
    before = answers ?? before;
    if (text.value !== told.text) text.value = told.text;
    for (const place of form.querySelectorAll("[data-field]")) {
      if (!(place instanceof HTMLElement)) continue;
      const here = told.mistakes.filter(({ field }) => field === place.dataset.field);
      place.textContent = here.map(({ sentence }) => sentence).join(" ");
    }
    drawPanel(panel, told.panel);
  }

  function answered() {
    const given = new FormData(form);
    const { text: _, ...fields } = Object.fromEntries(given);
    const [least, most] = [Number(fields.least), Number(fields.most)];
    return { ...fields, least, most, colours: given.getAll("colours") };
  }

  /** Write what the answers lead to into the sheet. */
  function write() {
    const answers = answered();
    examine("/sheets/write", { answers, before, text: text?.value ?? "" }, answers);
  }

  function check() {
    clearTimeout(timer);
    timer = setTimeout(() => examine("/sheets/check", { text: text?.value ?? "" }), PAUSE);
  }

  /** @param {string} sheet */
  function take(sheet) {
    if (text) text.value = sheet;
    check();
  }

  form.addEventListener("input", (event) => {
    const at = event.target;
    if (at === text) check();
    else if (at instanceof HTMLInputElement && at.type === "file") at.files?.[0]?.text().then(take);
    else write();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = await send("/sheets/add", { text: text.value });
    if (told) location.assign(`/sheets/${told.name}?lang=${pageLanguage}`);
  });
  offerCamera(form, take);
  if (text.value) {
    before = answered(); // a browser keeps what was written before a reload
    check();
  } else write();
}

/**
 * Let a camera read the code of a sheet, where the browser can.
 * @param {HTMLFormElement} form
 * @param {(sheet: string) => void} take
 */
function offerCamera(form, take) {
  /** @type {any} */
  const Detector = /** @type {any} */ (window).BarcodeDetector;
  /** @type {HTMLButtonElement|null} */
  const button = form.querySelector("#scan");
  /** @type {HTMLVideoElement|null} */
  const camera = form.querySelector("#camera");
  if (!Detector || !navigator.mediaDevices || !button || !camera) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const detector = new Detector({ formats: ["qr_code"] });
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment" },
    });
    camera.srcObject = stream;
    camera.hidden = false;
    await camera.play();
    const timer = setInterval(async () => {
      const [found] = await detector.detect(camera);
      if (!found) return;
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
      camera.hidden = true;
      take(found.rawValue);
    }, LOOK);
  });
}

/**
 * Let a form send the name of a sheet; what it then says is beside it.
 * @param {HTMLFormElement} named
 */
function followName(named) {
  named.addEventListener("submit", async (event) => {
    event.preventDefault();
    failed = named.querySelector(".failed");
    const { path = "", done } = named.dataset;
    const told = await send(path, Object.fromEntries(new FormData(named)));
    if (!told) return;
    if (done) named.replaceChildren(done);
    else location.assign(`/sheets/${told.name}?lang=${pageLanguage}`);
  });
}

for (const named of document.querySelectorAll("form[data-path]"))
  if (named instanceof HTMLFormElement) followName(named);
if (form) followForm(form);
removal?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(removal));
  if (await send("/sheets/remove", given)) location.assign(`/sheets?lang=${pageLanguage}`);
});
