import { expect, test } from "vitest";
import * as z from "zod/mini";
import { fail, ok } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { createRpc } from "~/lib/rpc.ts";
import { readRetranslationScope, retranslate } from "./retranslate.server.ts";

const calls = ["a", "b", "c"];
const reach = {
  id: "t",
  term: "gate",
  language: "en",
  lines: 3,
  sentences: 0,
  calls: calls.map((id) => ({ id, lines: 1 })),
} as const;
/** Frees so many lines in each call; call `refused` is too often. */
const rpcOf = (count: number, refused = "") =>
  createRpc({
    async post(_path, body) {
      const { p_call_id: callId } = z.object({ p_call_id: z.string() }).parse(body);
      if (callId === refused) return fail("request/rate-limited");
      return ok({ line_ids: Array.from({ length: count }, () => crypto.randomUUID()) });
    },
  });

test("lines go to the function in batches that it takes, and those that are not ready are told once", async () => {
  const batches: number[] = [];
  const done = await retranslate(
    {
      rpc: rpcOf(LIMITS.retranslateLines),
      translate: async (lines) => {
        batches.push(lines.length);
        const [line_id = ""] = lines;
        const failed = { line_id, status: "failed", reason: "down" } as const;
        return ok({
          results: [
            { ...failed, language: "es" },
            { ...failed, language: "fr" },
          ],
        });
      },
    },
    reach,
    ["a"],
  );
  expect(batches).toEqual(Array(LIMITS.retranslateLines / LIMITS.translateBatch).fill(LIMITS.translateBatch));
  expect(done).toMatchObject({ lines: LIMITS.retranslateLines, missed: batches.length, left: [], error: null });
});

test("a line whose translation stands as it was, since it could not be made again, is missed", async () => {
  const standing = (reason: string | null) => ({ language: "es", status: "ready", reason }) as const;
  const translate = async ([made = "", stood = ""]: readonly string[]) =>
    ok({
      results: [
        { line_id: made, ...standing(null) },
        { line_id: stood, ...standing("translate/quota") },
      ],
    });
  expect(await retranslate({ rpc: rpcOf(2), translate }, reach, ["a"])).toMatchObject({ lines: 2, missed: 1 });
});

test("a refusal keeps what was done, and names the calls that are left", async () => {
  const translate = async () => ok({ results: [] });
  expect(await retranslate({ rpc: rpcOf(2, "b"), translate }, reach, calls)).toMatchObject({
    ...{ lines: 2, missed: 0, left: ["b", "c"], error: "request/rate-limited" },
  });
});

test("lines that were freed and not translated are missed, and their call is not asked for again", async () => {
  const translate = async () => fail("translate/unavailable");
  expect(await retranslate({ rpc: rpcOf(2), translate }, reach, calls)).toMatchObject({
    ...{ lines: 2, missed: 2, left: ["b", "c"], error: "translate/unavailable" },
  });
});

test("a term is looked for in lines and in summaries, all calls together; nowhere is no reach", async () => {
  const found = (lines: number, sentences: number) => ({
    ...{ call_id: crypto.randomUUID(), meeting_id: crypto.randomUUID(), title: null, lines, sentences },
    started_at: "2026-01-01T00:00:00Z",
  });
  const answers = [[], [found(2, 0), found(LIMITS.retranslateLines + 1, 3), found(0, 1)]].values();
  const rpc = createRpc({ post: async () => ok(answers.next().value) });
  expect(await readRetranslationScope({ rpc }, reach)).toBeNull();
  expect(await readRetranslationScope({ rpc }, reach)).toMatchObject({
    ...{ lines: LIMITS.retranslateLines + 3, sentences: 4 },
    calls: [{ lines: 2 }, { lines: LIMITS.retranslateLines }, { lines: 0 }],
  });
});
