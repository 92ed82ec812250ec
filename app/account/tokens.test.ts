import { expect, test, vi } from "vitest";
import type { Clock } from "~/platform/clock.ts";
import { createTokens } from "./tokens.ts";

const USER = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";

function scene(answers: (() => Response)[]) {
  let now = 1_000_000;
  const clock: Clock = { now: () => now, after: () => () => {}, every: () => () => {} };
  const bodies: unknown[] = [];
  const fetch = vi.fn(async (_url: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)));
    return answers.shift()?.() ?? new Response("", { status: 500 });
  });
  return { tokens: createTokens({ fetch, clock }), fetch, bodies, pass: (ms: number) => (now += ms) };
}
const token = (name: string, expiresIn: number) => () => Response.json({ accessToken: name, expiresIn, userId: USER });

test("one request serves many callers, until the token is about to end", async () => {
  const { tokens, fetch, pass } = scene([token("first", 3_600_000), token("second", 3_600_000)]);
  expect(await Promise.all([tokens.accessToken(), tokens.accessToken()])).toEqual(["first", "first"]);
  pass(3_300_000);
  expect(await tokens.accessToken()).toBe("first");
  expect(fetch).toHaveBeenCalledTimes(1);
  pass(200_000);
  expect(await tokens.accessToken()).toBe("second");
});

test("a caller whose token was refused gets one that was not used before", async () => {
  const { tokens, bodies } = scene([token("first", 9_000_000), token("second", 9_000_000)]);
  await tokens.accessToken();
  expect(await tokens.accessToken({ renew: true })).toBe("second");
  expect(bodies).toEqual([{ renew: false }, { renew: true }]);
});

test("a session that is over is null, a server out of reach throws and is asked again", async () => {
  const { tokens } = scene([() => new Response("", { status: 503 }), () => new Response("", { status: 401 })]);
  await expect(tokens.accessToken()).rejects.toThrow("503");
  expect(await tokens.accessToken()).toBeNull();
});
