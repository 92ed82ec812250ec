import { describe, expect, test } from "vitest";
import { type ErrorCode, fail, ok } from "../../../supabase/functions/_shared/contracts/errors.ts";
import type { Line } from "../../../supabase/functions/_shared/contracts/lines.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { serverLine } from "../../../tests/fakes/serverLine.ts";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { NO_SHORT_LINES } from "../../translation/shortLines.ts";
import { createFileComments } from "./fileComments.ts";

const FILE = "8f7a3c52-4a1d-4f6e-9a51-0e3b9c1d2f40";
const ME = "bob";
const AUTHORS = [
  { user_id: "4b0f6f0e-7a55-4a53-8a63-0f4f6e8d9c21", number: 1, colour: 3, display_name: "Ana" },
  { user_id: ME, number: 2, colour: 5, display_name: "Bob" },
];

/** A server with comments, whose writes may fail. */
function scene(stored: readonly Line[] = [], device = fakeStorage()) {
  const clock = createFakeClock();
  let lines = [...stored];
  let failure: ErrorCode | null = null;
  const posted: string[] = [];
  const translated: string[][] = [];
  const write = (change: () => Line) => (failure === null ? ok(change()) : fail(failure));
  const rpc = fakeRpc({
    comments: ({ p_after_seq = 0 }) => {
      const rest = lines.filter(({ seq, deleted }) => !deleted && seq > p_after_seq);
      return ok({ lines: rest.slice(0, 2), more: rest.length > 2, authors: AUTHORS });
    },
    post_comment: ({ p_line_id, p_text, p_language }) =>
      write(() => {
        posted.push(p_line_id);
        const line = serverLine({
          ...{ id: p_line_id, text: p_text, language: p_language, author: ME, about: FILE, seq: lines.length + 1 },
        });
        lines = [...lines, line];
        return line;
      }),
    edit_line: ({ p_line_id, p_text }) =>
      write(() => {
        lines = lines.map((line) => (line.id === p_line_id ? { ...line, text: p_text, edited: true } : line));
        return lines.find(({ id }) => id === p_line_id) ?? serverLine();
      }),
    delete_line: ({ p_line_id }) =>
      write(() => {
        lines = lines.map((line) => (line.id === p_line_id ? { ...line, deleted: true } : line));
        return lines.find(({ id }) => id === p_line_id) ?? serverLine();
      }),
  });
  let ids = 0;
  const open = () =>
    createFileComments({
      ...{ fileId: FILE, me: ME, reads: "en", rpc, clock, shortLines: NO_SHORT_LINES, translatorApi: undefined },
      pairs: null,
      async translate(lineIds) {
        translated.push([...lineIds]);
        const results = lineIds.map((line_id) => ({
          ...{ line_id, language: "en" as const, status: "ready" as const, reason: null },
          made: { revision: 1, text: `${line_id} in English` },
        }));
        return ok({ results });
      },
      browserTranslator: { translate: async () => fail("translate/unavailable") },
      places: { tab: fakeStorage(), device, isPersistent: () => true },
      newId: () => `00000000-0000-4000-8000-00000000000${++ids}`,
    });
  return { clock, posted, translated, device, open, setFailure: (code: ErrorCode | null) => (failure = code) };
}
const foreign = (id: string, seq: number) => serverLine({ id, seq, author: AUTHORS[0]?.user_id ?? "", text: id });

describe("fileComments", () => {
  test("reads all pages and translates what others wrote", async () => {
    const { clock, open, translated } = scene([foreign("a", 1), foreign("b", 2), foreign("c", 3)]);
    const comments = open();
    const stop = comments.start();
    await clock.advance(1_000);
    const { comments: shown, lastSeq } = comments.getSnapshot();
    expect(shown.map(({ id, display, authorName }) => [id, display, authorName])).toEqual(
      ["a", "b", "c"].map((id) => [
        id,
        { kind: "translated", text: `${id} in English`, language: "en", source: "server" },
        "Ana",
      ]),
    );
    expect(lastSeq).toBe(3);
    expect(translated.flat().sort()).toEqual(["a", "b", "c"]);
    stop();
    expect(clock.pending()).toBe(0);
  });

  test("keeps a comment written offline and sends it once", async () => {
    const { clock, open, posted, device, setFailure } = scene();
    setFailure("network/offline");
    const comments = open();
    const stop = comments.start();
    comments.post("Hello", "en");
    await clock.advance(100);
    expect(comments.getSnapshot().comments).toMatchObject([{ original: "Hello", delivery: "held", unsent: "post" }]);
    stop();
    // A reload while still offline.
    const reopened = scene([], device);
    const again = reopened.open();
    again.start();
    await reopened.clock.advance(100);
    expect(reopened.posted).toHaveLength(1);
    expect(again.getSnapshot().comments).toMatchObject([{ original: "Hello", delivery: "sent", unsent: null }]);
    // The first dialog goes on sending after it has closed. It finds the comment sent by the other page.
    setFailure(null);
    await clock.advance(60_000);
    expect(posted).toHaveLength(0);
    expect(clock.pending()).toBe(0);
  });

  test("offers a rejected comment again", async () => {
    const { clock, open, posted, setFailure } = scene();
    setFailure("line/quota");
    const comments = open();
    comments.start();
    comments.post("Hello", "en");
    await clock.advance(100);
    const [shown] = comments.getSnapshot().comments;
    expect(shown).toMatchObject({ delivery: "failed", failure: "line/quota" });
    setFailure(null);
    comments.retry(shown?.id ?? "");
    await clock.advance(100);
    expect(posted).toHaveLength(1);
  });

  test("shows edits and deletions before they are stored", async () => {
    const { clock, open, setFailure } = scene([serverLine({ id: "mine", author: ME, language: "en" })]);
    const comments = open();
    comments.start();
    await clock.advance(100);
    comments.edit("mine", "Better", "en");
    expect(comments.getSnapshot().comments).toMatchObject([{ original: "Better", unsent: "edit" }]);
    await clock.advance(100);
    expect(comments.getSnapshot().comments).toMatchObject([{ original: "Better", edited: true, unsent: null }]);
    setFailure("line/not-found");
    comments.remove("mine");
    expect(comments.getSnapshot().comments).toEqual([]);
    await clock.advance(100);
    expect(comments.getSnapshot().comments).toMatchObject([{ unsent: "remove", delivery: "failed" }]);
    comments.discard("mine");
    expect(comments.getSnapshot().comments).toMatchObject([{ unsent: null }]);
  });

  test("returns the number of pages that were read", async () => {
    const { open } = scene([1, 2, 3, 4, 5].map((seq) => foreign(`${seq}`, seq)));
    const comments = open();
    expect(await comments.refresh()).toBe(3);
    // An event during the read makes it read once more.
    const pages = comments.refresh();
    void comments.refresh();
    expect(await pages).toBe(6);
  });
});
