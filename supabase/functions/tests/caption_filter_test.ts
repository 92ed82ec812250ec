/** The captions of a transcript, and the prompt of a recogniser. */
import assert from "node:assert/strict";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { LIMITS } from "../_shared/contracts/limits.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { captionsFromTranscript } from "../transcribe/captionFilter.ts";
import { recogniserPrompt } from "../transcribe/glossaryHints.ts";

const SILENCE: readonly [string, Language][] = [
  ["", "en"],
  [" ... ", "en"],
  ["[Music]", "en"],
  ["(soft music) ♪♪", "en"],
  ["[BLANK_AUDIO]", "en"],
  ["*coughs*", "en"],
  ["<|nospeech|>", "en"],
  ["Thank you for watching!", "en"],
  ["Thanks for watching. Thanks for watching.", "en"],
  ["[Applause] Please subscribe to my channel.", "en"],
  ["Subtítulos realizados por la comunidad de Amara.org", "es"],
  ["Sous-titres réalisés para la communauté d'Amara.org", "fr"],
  ["ご視聴ありがとうございました。", "ja"],
  ["Спасибо за просмотр!", "ru"],
  ["Parley, Kubernetes.", "en"],
];
for (const [text, language] of SILENCE) {
  Deno.test(`captions: drops ${text === "" ? "no text" : text}`, () => {
    assert.deepEqual(captionsFromTranscript(text, language, "Parley, Kubernetes"), []);
  });
}

Deno.test("captions: keeps plausible speech", () => {
  for (const text of [
    "Thank you.",
    "You",
    "Bye.",
    "7",
    "Thank you for watching the children.",
    "[Music] Hello",
    "Thanks for watching. We begin now.",
    "Parley",
  ]) {
    assert.deepEqual(captionsFromTranscript(text, "en", "Parley, Kubernetes"), [text]);
  }
});

Deno.test("captions: splits between sentences, else words, else anywhere", () => {
  const most = LIMITS.caption.max;
  const lengths = (texts: readonly string[]) => texts.map((text) => [...text].length);
  const sentence = `The ${"word ".repeat(59)}ends.`;
  assert.deepEqual(captionsFromTranscript(`${sentence} ${sentence} ${sentence}`, "en", ""), [
    sentence,
    sentence,
    sentence,
  ]);
  const words = captionsFromTranscript("four ".repeat(150).trim(), "en", "");
  assert.ok(words.every((text) => /^four( four)*$/u.test(text)));
  assert.equal(words.join(" ").split(" ").length, 150);
  const long = captionsFromTranscript(`${"𝒂".repeat(most)}${"b".repeat(most)}`, "en", "");
  assert.deepEqual(lengths(long), [most, most]);
  const japanese = captionsFromTranscript("会議は九時に始まります。".repeat(60), "ja", "");
  assert.ok(japanese.length > 1 && japanese.every((text) => text.endsWith("。")));
  assert.ok([...words, ...japanese].every((text) => [...text].length <= most));
});

Deno.test("recogniserPrompt: returns each term once, within the word limit", () => {
  const term = (language: Language, text: string, translations: TermEntry["translations"] = {}): TermEntry => ({
    language,
    term: text,
    never: false,
    translations,
  });
  const terms = [
    term("en", "bus", { es: "guagua" }),
    term("es", "saque"),
    { ...term("en", "Kubernetes"), never: true },
    term("fr", "bus", { es: "guagua" }),
  ];
  assert.equal(recogniserPrompt(terms, "es"), "guagua, saque, Kubernetes");
  assert.equal(recogniserPrompt(terms, "en"), "bus, Kubernetes");
  assert.equal(recogniserPrompt([], "en"), "");
  const many = Array.from({ length: 500 }, (_, index) => term("en", `two ${index}`));
  assert.equal(recogniserPrompt(many, "en").split(/\s+/u).length, TRANSCRIBE.maxHintWords);
});
