import { expect, test } from "vitest";
import * as z from "zod/mini";
import { fail, ok } from "#contracts/errors.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { createRpc } from "~/lib/rpc.ts";
import { readRetranslationScope, releaseLines } from "./retranslate.server.ts";

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

test("releases the lines of each call", async () => {
  const result = await releaseLines({ rpc: rpcOf(2) }, scope, calls);
  expect(result).toMatchObject({ scope, remainingCalls: [], error: null });
  expect(new Set(result.lineIds).size).toBe(6);
});

test("returns the remaining calls after an error", async () => {
  const result = await releaseLines({ rpc: rpcOf(2, "b") }, scope, calls);
  expect(result).toMatchObject({ remainingCalls: ["b", "c"], error: "request/rate-limited" });
  expect(result.lineIds).toHaveLength(2);
});

test("sums a term's occurrences over all calls", async () => {
  const found = (lines: number, sentences: number) => ({
    ...{ call_id: crypto.randomUUID(), meeting_id: crypto.randomUUID(), title: null, lines, sentences },
    started_at: "2026-01-01T00:00:00Z",
  });
  const responses = [[], [found(2, 0), found(GLOSSARY.linesPerRetranslation + 1, 3), found(0, 1)]].values();
  const rpc = createRpc({ post: async () => ok(responses.next().value) });
  expect(await readRetranslationScope({ rpc }, scope)).toBeNull();
  expect(await readRetranslationScope({ rpc }, scope)).toMatchObject({
    ...{ lines: GLOSSARY.linesPerRetranslation + 3, sentences: 4 },
    calls: [{ lines: 2 }, { lines: GLOSSARY.linesPerRetranslation }, { lines: 0 }],
  });
});
