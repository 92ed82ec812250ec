import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { createWorld } from "../../../tests/fakes/world.ts";
import { MAX_SPEECH_LINES } from "../../chat/timelineEntry.ts";
import { createBrowserTranslator } from "../../translation/browserTranslator.ts";
import { createLineTranslator } from "../../translation/lineTranslator.ts";
import { NO_SHORT_LINES } from "../../translation/shortLines.ts";
import { engineReach } from "../../translation/translationReach.ts";
import type { SeqRange } from "./absenceTracker.ts";
import { createCatchUpStore, type MissedLine } from "./catchUpStore.ts";

const words = ({ text, display }: MissedLine) =>
  display.kind === "translated" ? display.text : display.kind === "original" ? text : `(${display.kind}) ${text}`;

/** Ana wrote `texts` in Spanish. `late`: Cleo, who reads French, joins after that. */
async function anaWrote(...texts: string[]) {
  const world = createWorld();
  const { backend, clock } = world;
  const ana = backend.person("Ana", "es", "es");
  let ids = 0;
  const write = async (...more: string[]) => {
    for (const text of more) {
      ids += 1;
      const id = `e0000000-0000-4000-8000-${String(ids).padStart(12, "0")}`;
      await ana.rpc("post_line", { p_line_id: id, p_call_id: backend.callId(), p_language: "es", p_text: text });
    }
    await clock.advance(10);
  };
  const mark = (text: string, kind: "decision" | "task" | "question" | null, who?: string) => {
    const line = backend.lines().find((candidate) => candidate.text === text);
    return ana.rpc("mark_line", { p_line_id: line?.id ?? "", p_kind: kind, ...(who && { p_assignee_id: who }) });
  };
  const late = async () => {
    const cleo = backend.person("Cleo", "fr", "fr");
    const tab = world.tab(cleo);
    tab.call.join();
    await clock.advance(5_000);
    const open = (...ranges: SeqRange[]) =>
      createCatchUpStore({
        ...{ ...tab, rpc: cleo.rpc },
        absence: { callId: backend.callId(), ranges: ranges.length > 0 ? ranges : [{ after: 0, upTo: null }] },
        createLineTranslator: (changed, missed) =>
          createLineTranslator({
            shortLines: NO_SHORT_LINES,
            ...{ me: cleo.userId, reads: () => "fr", othersRead: () => [], translate: cleo.translate, clock },
            ...{
              browserTranslator: createBrowserTranslator({ api: undefined, clock }),
              reach: engineReach(null),
              onChange: changed,
              onMissed: missed,
            },
          }),
      });
    const sentRequests = () =>
      backend.calls.flatMap(({ name, user, args }) =>
        name === "translate" && user === cleo.userId && Array.isArray(args) ? args.length : [],
      );
    return { ...world, ana, cleo, tab, write, mark, open, sentRequests };
  };
  await write(...texts);
  return { late, mark };
}

const cleoLate = async (...texts: string[]) => (await anaWrote(...texts)).late();

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `n${at + 1}`);

describe("catch-up", () => {
  test("shows translated lines from the oldest on", async () => {
    const { open, clock, tab } = await cleoLate("uno", "dos", "tres", "cuatro", "cinco");
    expect(tab.timeline.getSnapshot().lines).toHaveLength(3);
    const catchUp = open();
    await clock.advance(100);
    expect(catchUp.getSnapshot().lines.map(words)).toEqual([
      ...["(on-its-way) uno", "(on-its-way) dos", "fr: tres", "fr: cuatro", "fr: cinco"],
    ]);
    await clock.advance(LIMITS.readerRequestDelayMs + 1_000);
    expect(catchUp.getSnapshot()).toMatchObject({ loading: false, error: null, more: false });
    expect(catchUp.getSnapshot().lines.map(words)).toEqual(
      ["uno", "dos", "tres", "cuatro", "cinco"].map((n) => `fr: ${n}`),
    );
  });

  test("shows only lines after the start of the absence", async () => {
    const { open, clock, backend } = await cleoLate("uno", "dos", "tres");
    const catchUp = open({ after: backend.lines()[1]?.seq ?? 0, upTo: null });
    await clock.advance(5_000);
    expect(catchUp.getSnapshot().lines.map(({ text }) => text)).toEqual(["tres"]);
  });

  test("leaves out lines between two absences, and appends new ones", async () => {
    const { open, clock, backend, write, mark } = await cleoLate("uno", "dos", "tres", "cuatro", "cinco", "seis");
    for (const text of ["uno", "tres"]) await mark(text, "decision");
    const [uno = 0, dos = 0, tres = 0, cuatro = 0, cinco = 0] = backend.lines().map(({ seq }) => seq);
    const catchUp = open({ after: uno, upTo: dos }, { after: tres, upTo: cinco });
    expect(cuatro).toBeLessThan(cinco);
    await clock.advance(5_000);
    const texts = () => catchUp.getSnapshot().lines.map(({ text }) => text);
    expect(texts()).toEqual(["dos", "cuatro", "cinco"]);
    expect(catchUp.getSnapshot()).toMatchObject({ loading: false, more: false, marks: [] });
    await write("siete");
    await clock.advance(100);
    expect(texts()).toEqual(["dos", "cuatro", "cinco", "siete"]);
  });

  test("skips pages between two absences", async () => {
    const texts = numbers(3 * LIMITS.transcriptLinesPerPage);
    const { open, clock, backend } = await cleoLate(...texts);
    const seqs = backend.lines().map(({ seq }) => seq);
    const last = seqs.at(-2) ?? 0;
    const catchUp = open({ after: 0, upTo: seqs[0] ?? 0 }, { after: last, upTo: null });
    await clock.advance(5_000);
    while (catchUp.getSnapshot().more) await catchUp.showNext();
    expect(catchUp.getSnapshot().lines.map(({ text }) => text)).toEqual(["n1", texts.at(-1)]);
    const requests = backend.calls.flatMap(({ name, args }) => (name === "transcript" ? [args] : []));
    expect(requests.at(0)).toMatchObject({ p_after_seq: 0 });
    expect(requests.at(-1)).toMatchObject({ p_after_seq: last });
    expect(new Set(requests.map((args) => JSON.stringify(args))).size).toBe(2);
  });

  test("shows marks by kind and follows their changes", async () => {
    const { open, clock, mark, ana } = await cleoLate("uno", "dos", "tres", "cuatro", "cinco", "seis");
    await mark("uno", "question");
    await mark("dos", "task", ana.userId);
    await mark("seis", "decision");
    const catchUp = open();
    await clock.advance(5_000);
    const marks = () => catchUp.getSnapshot().marks.map((line) => [line.mark?.kind, line.mark?.who, words(line)]);
    expect(marks()).toEqual([
      ["decision", null, "fr: seis"],
      ["task", ana.userId, "fr: dos"],
      ["question", null, "fr: uno"],
    ]);
    await mark("uno", null);
    await mark("tres", "decision");
    await clock.advance(100);
    expect(marks().map(([kind, , text]) => [kind, text])).toEqual([
      ["decision", "fr: tres"],
      ["decision", "fr: seis"],
      ["task", "fr: dos"],
    ]);
  });

  test("appends new lines and applies edits and deletions", async () => {
    const { open, clock, write, ana, backend } = await cleoLate("uno", "dos", "tres", "cuatro", "cinco");
    const catchUp = open();
    await clock.advance(5_000);
    await write("seis");
    await clock.advance(5_000);
    const shown = () => catchUp.getSnapshot().lines.map(words);
    expect(shown().at(-1)).toBe("fr: seis");
    const [uno, dos] = backend.lines();
    await ana.rpc("delete_line", { p_line_id: uno?.id ?? "" });
    await ana.rpc("edit_line", { p_line_id: dos?.id ?? "", p_text: "dos!" });
    await clock.advance(5_000);
    expect(shown()).toEqual(["fr: dos!", "fr: tres", "fr: cuatro", "fr: cinco", "fr: seis"]);
  });

  test("pages a long absence and translates shown lines only", async () => {
    const texts = numbers(LIMITS.transcriptLinesPerPage + 30);
    const { open, clock, sentRequests } = await cleoLate(...texts);
    const before = sentRequests().length;
    const catchUp = open();
    await clock.advance(5_000);
    const STEP = LIMITS.linesPerTranslateRequest;
    expect(catchUp.getSnapshot().lines.map(words)).toEqual(texts.slice(0, STEP).map((text) => `fr: ${text}`));
    expect(catchUp.getSnapshot().more).toBe(true);
    expect(sentRequests().slice(before)).toEqual([STEP]);
    for (let shown = STEP; shown < texts.length; shown += STEP) {
      expect(catchUp.getSnapshot().more).toBe(true);
      await catchUp.showNext();
    }
    await clock.advance(10_000);
    expect(catchUp.getSnapshot().more).toBe(false);
    expect(catchUp.getSnapshot().lines.map(words)).toEqual(texts.map((text) => `fr: ${text}`));
  });

  test("translates a marked line beyond the shown page", async () => {
    const { late, mark } = await anaWrote(...numbers(LIMITS.transcriptLinesPerPage + 20));
    const far = numbers(LIMITS.transcriptLinesPerPage + 20).at(-10) ?? "";
    await mark(far, "decision");
    const { open, clock } = await late();
    const catchUp = open();
    await clock.advance(10_000);
    expect(catchUp.getSnapshot().marks.map(words)).toEqual([`fr: ${far}`]);
  });

  test("loads marks page by page", async () => {
    const texts = numbers(LIMITS.transcriptLinesPerPage + 10);
    const { late, mark } = await anaWrote(...texts);
    for (const text of texts) await mark(text, "decision");
    const { open, clock } = await late();
    const catchUp = open();
    await clock.advance(100);
    expect(catchUp.getSnapshot().marks).toHaveLength(texts.length);
  });

  test("reports a network error and continues on reconnect", async () => {
    const { open, clock, cleo, tab } = await cleoLate("uno", "dos");
    cleo.failNext("transcript", "network/timeout");
    const catchUp = open();
    await clock.advance(100);
    expect(catchUp.getSnapshot()).toMatchObject({ loading: false, error: { code: "network/timeout" }, lines: [] });
    await catchUp.load();
    expect(catchUp.getSnapshot()).toMatchObject({ error: null, more: false });
    expect(catchUp.getSnapshot().lines).toHaveLength(2);
    catchUp.close();

    await tab.offline();
    await clock.advance(30_000);
    const other = open();
    await clock.advance(100);
    expect(other.getSnapshot().error?.code).toBe("network/offline");
    await tab.online();
    await clock.advance(30_000);
    expect(other.getSnapshot()).toMatchObject({ error: null });
    expect(other.getSnapshot().lines.map(words)).toEqual(["fr: uno", "fr: dos"]);
  });

  test("reports a rejection, and originals without a translation", async () => {
    const { open, clock, cleo, backend } = await cleoLate("uno", "dos", "tres", "cuatro");
    cleo.failNext("missed_lines", "meeting/removed");
    const refused = open();
    await clock.advance(100);
    expect(refused.getSnapshot().error?.code).toBe("meeting/removed");
    refused.close();

    backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/unsupported-pair" });
    const catchUp = open();
    await clock.advance(10_000);
    expect(catchUp.getSnapshot().lines[0]).toMatchObject({
      text: "uno",
      display: { kind: "unavailable", reason: "translate/unsupported-pair" },
    });
  });

  test("keeps the objects of unchanged lines", async () => {
    const { open, clock, write } = await cleoLate("uno", "dos", "tres", "cuatro");
    const catchUp = open();
    await clock.advance(5_000);
    const before = catchUp.getSnapshot().lines;
    await write("cinco");
    const after = catchUp.getSnapshot().lines;
    expect(after.slice(0, 4).map((line, at) => line === before[at])).toEqual([true, true, true, true]);
  });

  test("sends no request after closing", async () => {
    const { open, clock, tab, backend } = await cleoLate("uno", "dos", "tres", "cuatro", "cinco");
    const catchUp = open();
    await clock.advance(100);
    catchUp.close();
    const calls = backend.calls.length;
    tab.close();
    await clock.advance(60_000);
    expect(backend.calls).toHaveLength(calls);
    expect(clock.pending()).toBe(0);
  });

  test("pauses eviction of lines while it is open", async () => {
    const { open, clock, ana, backend, tab } = await cleoLate("uno");
    const catchUp = open();
    await clock.advance(5_000);
    const texts = numbers(MAX_SPEECH_LINES + 10);
    for (const [at, text] of texts.entries()) {
      const id = `e1000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
      await ana.rpc("post_captions", {
        p_call_id: backend.callId(),
        p_captions: [{ id, language: "es", text, ago: 0, ms: 900 }],
      });
    }
    await clock.advance(5_000);
    while (catchUp.getSnapshot().more) await catchUp.showNext();
    expect(catchUp.getSnapshot().lines.map(({ text }) => text)).toEqual(["uno", ...texts]);
    catchUp.close();
    expect(tab.timeline.getSnapshot().lines).toHaveLength(1 + MAX_SPEECH_LINES);
  });
});
