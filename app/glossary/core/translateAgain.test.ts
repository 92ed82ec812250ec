import { expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { translateAgain } from "./translateAgain.ts";

const BATCH = LIMITS.linesPerTranslateRequest;
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);

test("translates in batches and counts each missed line once", async () => {
  const batches: number[] = [];
  const translated = await translateAgain(
    async (ids) => {
      batches.push(ids.length);
      const failed = { line_id: ids[0] ?? "", status: "failed", reason: "down" } as const;
      return ok({
        results: [
          { ...failed, language: "es" },
          { ...failed, language: "fr" },
        ],
      });
    },
    lines(2 * BATCH + 1),
  );
  expect(batches).toEqual([BATCH, BATCH, 1]);
  expect(translated).toEqual({ lines: 2 * BATCH - 2, missed: 3, error: null });
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
  expect(await translateAgain(translate, lines(2))).toEqual({ lines: 1, missed: 1, error: null });
});

test("counts lines after an error as missed", async () => {
  let requests = 0;
  const translate = async () => {
    requests += 1;
    return requests === 1 ? ok({ results: [] }) : fail("translate/unavailable");
  };
  expect(await translateAgain(translate, lines(3 * BATCH))).toEqual({
    ...{ lines: BATCH, missed: 2 * BATCH, error: "translate/unavailable" },
  });
  expect(requests).toBe(2);
});
