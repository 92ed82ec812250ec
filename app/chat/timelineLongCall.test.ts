import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { serverLine } from "../../tests/fakes/serverLine.ts";
import { twoInCall } from "../../tests/fakes/twoInCall.ts";
import { MAX_SPEECH_LINES } from "./timelineEntry.ts";

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);

/** Ana speaks Spanish and has captions; Ben reads English. */
async function longCall() {
  const scene = await twoInCall();
  const { ana, backend, clock } = scene;
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `e0000000-0000-4000-8000-${String(ids).padStart(12, "0")}`;
  };
  const say = async (texts: readonly string[]) => {
    for (const text of texts)
      await ana.rpc("post_captions", {
        p_call_id: backend.callId(),
        p_captions: [{ id: newId(), language: "es", text, ago: 0, ms: 900 }],
      });
    await clock.advance(LIMITS.readerRequestDelayMs + 1_000);
  };
  const spoken = ({ timeline }: (typeof scene)["benTab"]) =>
    timeline.getSnapshot().lines.flatMap(({ kind, text }) => (kind === "speech" ? [text] : []));
  const lineOf = (text: string) => backend.lines().find((line) => line.text === text)?.id ?? "";
  return { ...scene, say, spoken, lineOf };
}

describe("timeline of a long call", () => {
  test("keeps all chat lines and the newest captions", async () => {
    const { anaTab, benTab, clock, say, spoken, backend } = await longCall();
    anaTab.timeline.post("written first", "es");
    await say(numbers(1, MAX_SPEECH_LINES));
    anaTab.timeline.post("written later", "es");
    await clock.advance(1_000);
    expect(spoken(benTab)).toEqual(numbers(1, MAX_SPEECH_LINES));
    const requestCount = () =>
      backend.calls.filter(({ name }) => name === "changes_since" || name === "history").length;
    const before = requestCount();
    await say(numbers(MAX_SPEECH_LINES + 1, 2 * MAX_SPEECH_LINES + 7));
    const there = numbers(MAX_SPEECH_LINES + 8, 2 * MAX_SPEECH_LINES + 7);
    for (const tab of [anaTab, benTab]) expect(spoken(tab)).toEqual(there);
    expect(benTab.sees()).toEqual(["written first", "written later", ...there].map((text) => `en: ${text}`));
    expect(benTab.timeline.getSnapshot().unread.lines).toBe(2);
    await clock.advance(60_000);
    expect(requestCount()).toBe(before);
  });

  test("ignores updates of evicted lines", async () => {
    const { ana, benTab, clock, hub, say, spoken, lineOf } = await longCall();
    await say(numbers(1, MAX_SPEECH_LINES + 10));
    // Also while an old line is read.
    benTab.timeline.pauseEviction();
    await ana.rpc("correct_line", { p_line_id: lineOf("3"), p_revision: 1, p_text: "three" });
    await ana.rpc("mark_line", { p_line_id: lineOf("4"), p_kind: "decision" });
    await ana.rpc("delete_line", { p_line_id: lineOf("5") });
    for (const { topic, event, payload } of [...hub.log])
      if (topic.startsWith("meeting:")) hub.broadcast(topic, event, payload);
    await clock.advance(5_000);
    await say(["new"]);
    expect(spoken(benTab)).toEqual([...numbers(11, MAX_SPEECH_LINES + 10), "new"]);
  });

  test("corrects, marks and translates the remaining lines", async () => {
    const { ana, benTab, clock, say, lineOf } = await longCall();
    await say(numbers(1, MAX_SPEECH_LINES + 10));
    const id = lineOf("11");
    await ana.rpc("correct_line", { p_line_id: id, p_revision: 1, p_text: "eleven" });
    await ana.rpc("mark_line", { p_line_id: id, p_kind: "decision" });
    await ana.translate([id]);
    await clock.advance(1_000);
    expect(benTab.sees()[0]).toBe("en: eleven");
    expect(benTab.timeline.getSnapshot().entries[0]?.mark?.kind).toBe("decision");
  });

  test("evicts nothing while an old line is read", async () => {
    const { benTab, say, spoken } = await longCall();
    const [first, second] = [benTab.timeline.pauseEviction(), benTab.timeline.pauseEviction()];
    const all = numbers(1, MAX_SPEECH_LINES + 10);
    await say(all);
    expect(spoken(benTab)).toEqual(all);
    first();
    first();
    expect(spoken(benTab)).toEqual(all);
    second();
    expect(spoken(benTab)).toEqual(all.slice(10));
  });

  test("shows the first chat line to late participants", async () => {
    const { anaTab, backend, clock, tab, say, spoken } = await longCall();
    anaTab.timeline.post("written first", "es");
    await say(numbers(1, MAX_SPEECH_LINES + 10));
    const late = tab(backend.person("Cy", "es", "es"));
    late.call.join();
    await clock.advance(1_000);
    const [written] = backend.lines();
    expect(await late.timeline.loadUntil(written?.id ?? "")).toBe(true);
    expect(late.sees()[0]).toBe("written first");
    expect(late.timeline.getSnapshot().history).toEqual({ name: "complete" });
    expect(spoken(late)).toEqual(numbers(11, MAX_SPEECH_LINES + 10));
  });

  test("keeps every line in a meeting that keeps nothing", async () => {
    const { benTab, backend, ana } = await longCall();
    const texts = numbers(1, MAX_SPEECH_LINES + 10);
    for (const [at, text] of texts.entries()) {
      const seq = 100 + at / 1_000;
      const line = serverLine({
        ...{ id: `held ${text}`, call_id: backend.callId(), seq, changed: seq, kind: "speech", author: ana.userId },
        ...{ text, fleeting: true },
      });
      benTab.timeline.receiveLines([line]);
    }
    expect(benTab.timeline.getSnapshot().lines.map(({ text }) => text)).toEqual(texts);
  });

  test("keeps no translation state of evicted lines", async () => {
    const { benTab, backend, say } = await longCall();
    backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/unsupported-pair" });
    await say(numbers(1, 10));
    const { translationFailures: first } = benTab.timeline.getSnapshot();
    expect(first.size).toBe(10);
    await say(numbers(11, MAX_SPEECH_LINES + 10));
    const { lines, translationFailures } = benTab.timeline.getSnapshot();
    expect([...translationFailures.keys()]).toEqual(lines.map(({ id }) => id));
  });
});
