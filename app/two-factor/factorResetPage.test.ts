import { expect, test } from "vitest";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import type { FactorResetState } from "#contracts/factorResets.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { readFactorReset, requestFactorReset } from "./factorResetPage.server.ts";

const STATE = { reset: null, can_ask: true, is_proven: true };
const read = (factor_reset_state: () => Result<FactorResetState>) =>
  readFactorReset({ rpc: fakeRpc({ factor_reset_state }), locale: "en" }, new Request("https://a.example/"));
const request = (code: ErrorCode) => requestFactorReset({ rpc: fakeRpc({ request_factor_reset: () => fail(code) }) });

test("reads the state, and shows its error as the page", async () => {
  expect(await read(() => ok(STATE))).toEqual({ ...STATE, due: null });
  const reset = { due_at: "2026-11-30T20:22:00+00:00" };
  expect((await read(() => ok({ ...STATE, reset }))).due).toMatch(/^November 30.* · 8:22.PM UTC$/u);
  await expect(read(() => fail("request/rate-limited"))).rejects.toMatchObject({
    data: { code: "request/rate-limited" },
  });
});

test("a request shows its error", async () => {
  expect(await requestFactorReset({ rpc: fakeRpc({ request_factor_reset: () => ok(null) }) })).toBeNull();
  expect(await request("request/rate-limited")).toBe("request/rate-limited");
  // The page itself asks for a new code.
  expect(await request("account/sign-in-again")).toBeNull();
});
