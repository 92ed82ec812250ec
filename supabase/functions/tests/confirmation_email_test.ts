/** The email about a confirmation: ten languages, originals without a translation, hostile words. */
import assert from "node:assert/strict";
import { CONFIRMATIONS } from "../_shared/contracts/confirmationLimits.ts";
import { CONFIRMATION_LANGUAGES, CONFIRMATION_TEXTS } from "../_shared/contracts/confirmationTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const TOKEN = "0".repeat(64);
const payloadWith = (over: object = {}) => ({
  ...{ token: TOKEN, reminder: false, reads: "fr", kind: "decision", asker: "Tom", author: "Inés", writer: null },
  ...{ title: "Class 4B", host_name: "Tom", said_at: "2026-04-14T16:07:00+00:00", time_zone: "Europe/Madrid" },
  ...{ text: "El autobús sale a las ocho", language: "es", translation: "Le bus part à huit heures" },
  ...over,
});
const render = (over: object = {}, origin: string | null = ORIGIN) =>
  renderEmail({ template: "confirmation", locale: "en", payload: payloadWith(over) }, origin);

Deno.test("confirmation email: shows the translation beside the original", () => {
  const email = render();
  assert.equal(email?.subject, "Tom demande : l’avez-vous compris de la même façon ?");
  for (const body of [email?.html ?? "", email?.text ?? ""])
    for (const part of ["Le bus part à huit heures", "El autobús sale a las ocho", "Dit par Inés en espagnol", "18:07"])
      assert.ok(body.includes(part), `${part} in ${body}`);
  assert.ok(email?.text.includes(`${ORIGIN}/confirm/${TOKEN}?language=fr&answer=unclear`));
});

Deno.test("confirmation email: exists in ten languages", () => {
  const reads = ["en", "es", "ar", "fr", "de", "pt", "uk", "hi", "zh-Hans", "ja"];
  assert.equal(Object.keys(CONFIRMATION_LANGUAGES).length, reads.length);
  for (const [at, texts] of Object.values(CONFIRMATION_TEXTS).entries()) {
    const email = render({ reads: reads[at] });
    assert.ok(email?.html.includes(texts.heading), reads[at]);
    assert.ok(!/[{}]/u.test(email?.text ?? "{"), email?.text);
  }
  assert.ok(render({ reads: "ar" })?.html.includes('dir="rtl"'));
  assert.ok(render({ reads: "zh-Hant" })?.html.includes(CONFIRMATION_TEXTS.zh.heading));
  assert.ok(render({ reads: "sw" })?.html.includes(CONFIRMATION_TEXTS.en.heading));
});

Deno.test("confirmation email: says that nobody translated", () => {
  const email = render({ translation: null });
  assert.ok(email?.text.includes("Il n’y a pas de traduction en français"));
  assert.ok(email?.html.includes("El autobús sale a las ocho"));
  assert.ok(!render({ translation: null, reads: "es", language: "es" })?.text.includes("No hay traducción"));
});

Deno.test("confirmation email: keeps hostile words as words", () => {
  const hostile = '<img src=x onerror="alert(1)">\r\nBcc: a@b.example {name}';
  const email = render({ asker: hostile, title: hostile, text: hostile, translation: hostile, author: hostile });
  assert.ok(!email?.html.includes("<img"));
  assert.ok(!/[\r\n]/u.test(email?.subject ?? "\n"));
});

Deno.test("confirmation email: names who wrote the words of another", () => {
  for (const over of [{}, { reads: "es", translation: null }, { translation: null }]) {
    const { reads = "fr" } = { reads: "fr", ...over };
    const note = reads === "es" ? "Texto escrito por Gus" : "Texte écrit par Gus";
    const email = render({ writer: "Gus", ...over });
    assert.ok(email?.text.includes(note) && email.html.includes(note), email?.text);
  }
});

Deno.test("confirmation email: makes no links of words", () => {
  const email = render({ translation: "Payez sur https://evil.example, à x@evil.example, 5.000 euros" });
  for (const body of [email?.html ?? "", email?.text ?? ""]) {
    assert.ok(!/https:\/\/evil|evil\.example|x@evil/u.test(body), body);
    assert.ok(body.replaceAll("\u2060", "").includes("5.000 euros"));
  }
  // A vowel sign, an accent, symbols, and characters without a width.
  for (const before of ["a", "1", "-", "\u0940", "e\u0301", "✓", "💩", "\u00ad", "\u200d"])
    for (const after of ["b", "2", "\u0940", "✓"])
      for (const dot of [".", "。", "@"]) {
        const address = `https://x${before}${dot}${after}y.example`;
        assert.ok(!render({ text: `Pay ${address}` })?.text.includes(`${before}${dot}${after}`), address);
      }
});

Deno.test("confirmation email: marks a text that was cut", () => {
  assert.ok(render({ text: "x".repeat(CONFIRMATIONS.emailTextLength) })?.text.includes("x …"));
});

Deno.test("confirmation email: needs a whole payload and an origin", () => {
  for (const over of [{ token: "1" }, { reads: "xx" }, { text: null }, { kind: "question" }])
    assert.equal(render(over), null);
  assert.equal(render({}, null), null);
});

Deno.test("confirmation email: has a way to stop such emails", () => {
  const stop = `${ORIGIN}/confirm/${TOKEN}?language=fr#stop`;
  const email = render();
  assert.deepEqual(email?.headers, { "List-Unsubscribe": `<${stop}>` });
  assert.ok(email?.text.includes(`${CONFIRMATION_TEXTS.fr.stop}: ${stop}`));
  assert.ok(email?.html.includes(`<a href="${stop}"`));
});
