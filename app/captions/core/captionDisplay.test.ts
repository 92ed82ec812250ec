import { describe, expect, test } from "vitest";
import type { Language } from "#contracts/languages.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { timelineEntry } from "../../../tests/fakes/timelineEntry.ts";
import type { TimelineEntry } from "../../chat/timelineEntry.ts";
import type { LineDisplay } from "../../translation/resolveTranslation.ts";
import { type Caption, createCaptionDisplay, type IncomingCaption, readingTimeMs } from "./captionDisplay.ts";

const translated = (text: string): LineDisplay => ({ kind: "translated", text, language: "en", source: "server" });

function reader(reads: Language = "en", from = 0) {
  const clock = createFakeClock();
  const captions = createCaptionDisplay({
    clock,
    reads: () => reads,
    mayTranslate: (language) => language !== "de",
    historyUpToSeq: from,
  });
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

describe("caption display", () => {
  test("keeps one caption from interim text to translation", () => {
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

  test("does nothing while all captions are the same", () => {
    const { captions, say } = reader();
    captions.setLines([]);
    captions.setIncoming([say("a", "la casa")]);
    let updates = 0;
    captions.subscribe(() => {
      updates += 1;
    });
    const before = captions.getSnapshot();
    captions.setIncoming([say("a", "la casa")]);
    expect([updates, captions.getSnapshot()]).toEqual([0, before]);
    captions.setIncoming([say("a", "la casa es")]);
    expect(updates).toBe(1);
  });

  test("waits for no translation that no engine makes", () => {
    const { captions, say, band } = reader();
    captions.setLines([]);
    captions.setIncoming([{ ...say("a", "Das Haus ist groß.", true), language: "de" }]);
    expect(band()).toEqual(["Das Haus ist groß."]);
  });

  test("shows a caption for its reading time", async () => {
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

  test("shows earlier captions in the log alone", () => {
    const { captions, line, band, log } = reader("en", 2);
    const [first, second, third] = [line("1", "uno"), line("2", "dos"), line("3", "tres")];
    captions.setLines([second]);
    captions.setLines([first, second]);
    expect([band(), log()]).toEqual([[], ["(uno)", "(dos)"]]);
    captions.setLines([first, second, third]);
    expect(band()).toEqual(["(tres)"]);
  });

  test("shows captions that arrived while loading", () => {
    const { captions, line, band } = reader("en", 1);
    const [firstLine, secondLine] = [line("1", "uno"), line("2", "dos")];
    captions.setLines([firstLine, secondLine]);
    expect(band()).toEqual(["(dos)"]);
    // An ephemeral line.
    captions.setLines([{ ...firstLine, fleeting: true }]);
    expect(band()).toEqual(["(uno)"]);
  });

  test("shows the last two captions of two speakers", async () => {
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

  test("removes empty and stale interim text", async () => {
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

  test("does not show an evicted caption again", async () => {
    const { captions, line, say, band, log, clock } = reader();
    captions.setIncoming([say("a", "uno", true)]);
    captions.setLines([line("a", "uno")]);
    await clock.advance(60_000);
    captions.setLines([line("b", "dos", { author: "tom" })]);
    expect([band(), log()]).toEqual([["(dos)"], ["(dos)"]]);
  });

  test("returns the caption that is being read", async () => {
    const { captions, line, clock } = reader();
    const reading = () => captions.getSnapshot().readingId;
    captions.setLines([]);
    const ownLine = line("m", "mine", { mine: true, author: "me" });
    captions.setLines([ownLine]);
    expect(reading()).toBeNull();
    captions.setLines([ownLine, line("a", "La casa es grande.")]);
    expect(reading()).toBe("a");
    await clock.advance(readingTimeMs("La casa es grande."));
    expect(reading()).toBeNull();
  });

  test("shows originals in the language of the reader", () => {
    const { captions, say, line, log } = reader("es");
    captions.setLines([line("w", "written", { kind: "chat" }), line("d", "", { deleted: true })]);
    captions.setIncoming([say("a", "La casa.", true)]);
    expect(log()).toEqual(["La casa."]);
  });

  test("keeps the objects of unchanged captions", () => {
    const { captions, line, say } = reader();
    const firstLine = line("1", "uno");
    captions.setLines([]);
    captions.setLines([firstLine]);
    const before = captions.getSnapshot();
    captions.setLines([firstLine]);
    expect(captions.getSnapshot()).toBe(before);
    captions.setIncoming([say("b", "dos")]);
    expect(captions.getSnapshot().log[0]).toBe(before.log[0]);
  });

  test("marks which captions the server stores", () => {
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
});
