import { expect, test } from "vitest";
import * as z from "zod/mini";
import { fail, ok } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { createRpc } from "~/lib/rpc.ts";
import { readRetranslationScope, retranslate } from "./retranslate.server.ts";

const calls = ["a", "b", "c"];
const scope = {
  id: "t",
  term: "gate",
  language: "en",
  lines: 3,
  sentences: 0,
  calls: calls.map((id) => ({ id, lines: 1 })),
} as const;
/** Releases `count` lines in each call. The call `limited` is rate-limited. */
const rpcOf = (count: number, limited = "") =>
  createRpc({
    async post(_path, body) {
      const { p_call_id: callId } = z.object({ p_call_id: z.string() }).parse(body);
      if (callId === limited) return fail("request/rate-limited");
      return ok({ line_ids: Array.from({ length: count }, () => crypto.randomUUID()) });
    },
  });

test("translates in batches and counts each missed line once", async () => {
  const batches: number[] = [];
  const result = await retranslate(
    {
      rpc: rpcOf(LIMITS.linesPerRetranslation),
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
    scope,
    ["a"],
  );
  expect(batches).toEqual(
    Array(LIMITS.linesPerRetranslation / LIMITS.linesPerTranslateRequest).fill(LIMITS.linesPerTranslateRequest),
  );
  expect(result).toMatchObject({
    lines: LIMITS.linesPerRetranslation,
    missed: batches.length,
    remainingCalls: [],
    error: null,
  });
});

test("counts a line with its old translation as missed", async () => {
  const ready = (reason: string | null) => ({ language: "es", status: "ready", reason }) as const;
  const translate = async ([renewed = "", old = ""]: readonly string[]) =>
    ok({
      results: [
        { line_id: renewed, ...ready(null) },
        { line_id: old, ...ready("translate/quota") },
      ],
    });
  expect(await retranslate({ rpc: rpcOf(2), translate }, scope, ["a"])).toMatchObject({ lines: 2, missed: 1 });
});

test("returns the remaining calls after an error", async () => {
  const translate = async () => ok({ results: [] });
  expect(await retranslate({ rpc: rpcOf(2, "b"), translate }, scope, calls)).toMatchObject({
    ...{ lines: 2, missed: 0, remainingCalls: ["b", "c"], error: "request/rate-limited" },
  });
});

test("counts released lines without a translation as missed", async () => {
  const translate = async () => fail("translate/unavailable");
  expect(await retranslate({ rpc: rpcOf(2), translate }, scope, calls)).toMatchObject({
    ...{ lines: 2, missed: 2, remainingCalls: ["b", "c"], error: "translate/unavailable" },
  });
});

test("sums a term's occurrences over all calls", async () => {
  const found = (lines: number, sentences: number) => ({
    ...{ call_id: crypto.randomUUID(), meeting_id: crypto.randomUUID(), title: null, lines, sentences },
    started_at: "2026-01-01T00:00:00Z",
  });
  const responses = [[], [found(2, 0), found(LIMITS.linesPerRetranslation + 1, 3), found(0, 1)]].values();
  const rpc = createRpc({ post: async () => ok(responses.next().value) });
  expect(await readRetranslationScope({ rpc }, scope)).toBeNull();
  expect(await readRetranslationScope({ rpc }, scope)).toMatchObject({
    ...{ lines: LIMITS.linesPerRetranslation + 3, sentences: 4 },
    calls: [{ lines: 2 }, { lines: LIMITS.linesPerRetranslation }, { lines: 0 }],
  });
});
