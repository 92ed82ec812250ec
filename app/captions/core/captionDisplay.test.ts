import { expect, it } from "vitest";
import type { Language } from "#contracts/languages.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { timelineEntry } from "../../../tests/fakes/timelineEntry.ts";
import type { TimelineEntry } from "../../chat/timelineEntry.ts";
import type { LineDisplay } from "../../translation/resolveTranslation.ts";
import { type Caption, createCaptionDisplay, type IncomingCaption, readingTimeMs } from "./captionDisplay.ts";

const translated = (text: string): LineDisplay => ({ kind: "translated", text, language: "en", source: "server" });

function reader(reads: Language = "en", from = 0) {
  const clock = createFakeClock();
  const captions = createCaptionDisplay({ clock, reads: () => reads, historyUpToSeq: from });
  let seq = 0;
  const line = (id: string, text: string, more: Partial<TimelineEntry> = {}) =>
    timelineEntry(id, {
      ...{ kind: "speech", text, display: { kind: "on-its-way" }, delivery: { state: "sent", seq: ++seq } },
      ...more,
    });
  const say = (id: string, text: string, final = false, speaker = "ines"): IncomingCaption => ({
    ...{ id, text, final, speaker, mine: false, language: "es" },
  });
  const words = ({ display, text, final }: Caption) =>
    `${display.kind === "translated" ? display.text : display.kind === "on-its-way" ? `(${text})` : text}${final ? "" : "…"}`;
  const band = () => captions.getSnapshot().band.map(words);
  const log = () => captions.getSnapshot().log.map(words);
  return { clock, captions, line, say, band, log };
}

it("a sentence is under way, then whole, then a line, then translated: one caption all the while", () => {
  const { captions, line, say, band, log } = reader();
  captions.setLines([]);
  captions.setIncoming([say("a", "la casa")]);
  expect(band()).toEqual(["la casa…"]);
  captions.setIncoming([say("a", "La casa es grande.", true)]);
  expect(band()).toEqual(["(La casa es grande.)"]);
  const posted = line("a", "La casa es grande.");
  captions.setLines([posted]);
  captions.setLines([{ ...posted, display: translated("The house is big.") }]);
  expect(band()).toEqual(["The house is big."]);
  expect(log()).toEqual(["The house is big."]);
});

it("it stays for as long as it takes to read, from the moment at which it can be read", async () => {
  const { captions, line, band, clock } = reader();
  captions.setLines([]);
  const posted = line("a", "La casa es grande.");
  captions.setLines([posted]);
  await clock.advance(2_000);
  captions.setLines([{ ...posted, display: translated("The house is big.") }]);
  await clock.advance(readingTimeMs("The house is big."));
  expect(band()).toEqual(["The house is big."]);
  await clock.advance(2_000);
  expect(band()).toEqual([]);
  expect(clock.pending()).toBe(0);
});

it("what was said before one came is in the log, and not over the faces; nor is what is loaded later of it", () => {
  const { captions, line, band, log } = reader("en", 2);
  const [first, second, third] = [line("1", "uno"), line("2", "dos"), line("3", "tres")];
  captions.setLines([second]);
  captions.setLines([first, second]);
  expect([band(), log()]).toEqual([[], ["(uno)", "(dos)"]]);
  captions.setLines([first, second, third]);
  expect(band()).toEqual(["(tres)"]);
});

it("what came while captions were being loaded is shown, though it was there before them", () => {
  const { captions, line, band } = reader("en", 1);
  const [one, two] = [line("1", "uno"), line("2", "dos")];
  captions.setLines([one, two]);
  expect(band()).toEqual(["(dos)"]);
  // Of a meeting that keeps nothing.
  captions.setLines([{ ...one, fleeting: true }]);
  expect(band()).toEqual(["(uno)"]);
});

it("two who talk at once stay apart, each with the last two; a third takes the place of who was silent longest", async () => {
  const { captions, say, line, band, clock } = reader();
  captions.setLines([]);
  const lines = [line("1", "uno"), line("2", "dos"), line("3", "tres")];
  captions.setLines(lines);
  await clock.advance(100);
  captions.setIncoming([say("t", "hello", false, "tom")]);
  expect(band()).toEqual(["(dos)", "(tres)", "hello…"]);
  await clock.advance(100);
  captions.setIncoming([say("t", "hello", false, "tom"), say("c", "salut", false, "camille")]);
  expect(band()).toEqual(["hello…", "salut…"]);
});

it("words that came to nothing go at once; of a speaker who is gone, after a while", async () => {
  const { captions, say, band, clock } = reader();
  captions.setLines([]);
  captions.setIncoming([say("a", "la")]);
  captions.setIncoming([say("a", "")]);
  expect(band()).toEqual([]);
  captions.setIncoming([say("b", "la")]);
  await clock.advance(11_000);
  expect(band()).toEqual([]);
  captions.setIncoming([say("c", "la")]);
  captions.setIncoming([]);
  expect(band()).toEqual([]);
});

it("a sentence that the timeline let go does not come back, though its speaker said nothing since", async () => {
  const { captions, line, say, band, log, clock } = reader();
  captions.setIncoming([say("a", "uno", true)]);
  captions.setLines([line("a", "uno")]);
  await clock.advance(60_000);
  captions.setLines([line("b", "dos", { author: "tom" })]);
  expect([band(), log()]).toEqual([["(dos)"], ["(dos)"]]);
});

it("says what is still being read: the newest whole one of somebody else", async () => {
  const { captions, line, clock } = reader();
  const reading = () => captions.getSnapshot().readingId;
  captions.setLines([]);
  const mine = line("m", "mine", { mine: true, author: "me" });
  captions.setLines([mine]);
  expect(reading()).toBeNull();
  captions.setLines([mine, line("a", "La casa es grande.")]);
  expect(reading()).toBe("a");
  await clock.advance(readingTimeMs("La casa es grande."));
  expect(reading()).toBeNull();
});

it("in the reader's own language nothing is waited for; chat and deleted lines are no captions", () => {
  const { captions, say, line, log } = reader("es");
  captions.setLines([line("w", "written", { kind: "chat" }), line("d", "", { deleted: true })]);
  captions.setIncoming([say("a", "La casa.", true)]);
  expect(log()).toEqual(["La casa."]);
});

it("keeps what did not change as the same objects", () => {
  const { captions, line, say } = reader();
  const one = line("1", "uno");
  captions.setLines([]);
  captions.setLines([one]);
  const before = captions.getSnapshot();
  captions.setLines([one]);
  expect(captions.getSnapshot()).toBe(before);
  captions.setIncoming([say("b", "dos")]);
  expect(captions.getSnapshot().log[0]).toBe(before.log[0]);
});

it("only what the server keeps can be marked and put right", () => {
  const { captions, line, say } = reader();
  const mark = { kind: "decision", who: null, done: false, by: null } as const;
  captions.setLines([line("a", "hola", { mark, correctedBy: "tom" }), line("b", "no", { fleeting: true })]);
  captions.setIncoming([say("c", "ya", true)]);
  expect(captions.getSnapshot().log).toMatchObject([
    { id: "a", stored: true, mark, correctedBy: "tom" },
    { id: "b", stored: false },
    { id: "c", stored: false, mark: null, correctedBy: null },
  ]);
});
