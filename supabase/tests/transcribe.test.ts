/**
 * The edge function with the real database, REST and Auth of the stack, and a recogniser whose results the test sets.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { QUOTA_SHARES, QUOTAS } from "#contracts/quotas.ts";
import { TRANSCRIBE, transcribeResponse } from "#contracts/transcribe.ts";
import { functionError } from "#contracts/translate.ts";
import { wavOf } from "../../app/captions/core/wav.ts";
import { type FunctionStack, inCall, rpc, startFunctionStack } from "./support/functionStack.ts";

let stack: FunctionStack;
let requestCount = 0;

beforeAll(async () => {
  stack = await startFunctionStack(
    async (request, response) => {
      for await (const _ of request);
      requestCount += 1;
      response.end(JSON.stringify({ text: "Hello." }));
    },
    (origin) => ({ TRANSCRIBE_URL: origin }),
  );
});
afterAll(() => stack.close());

/** Creates a meeting of Ana's with Ana in the call. */
async function scene() {
  const ana = await stack.visitor();
  return { ana, ...(await inCall([[ana, "en"]])) };
}

/** Returns this many milliseconds of silence. */
const silence = (milliseconds: number) =>
  wavOf(new Int16Array((TRANSCRIBE.sampleRateHz / 1_000) * milliseconds), TRANSCRIBE.sampleRateHz);

/** Sends a segment and returns its texts or the error code. */
async function send(token: string, call: string, { id = randomUUID(), milliseconds = 1_500 } = {}) {
  const query = new URLSearchParams({ call_id: call, id, language: "en" });
  const response = await stack.post(`transcribe?${query}`, token, silence(milliseconds));
  const result = z.union([transcribeResponse, functionError]).parse(await response.json());
  return "texts" in result ? result.texts : result.error.code;
}

const spentOf = async (subject: string) => {
  const rows = await stack.admin<{ amount: number }[]>`
    select amount::int from public.usage where kind = 'speech' and subject = ${subject}`;
  return rows.map(({ amount }) => amount);
};

test("counts each segment once", async () => {
  const { ana, meeting, call } = await scene();
  const id = randomUUID();
  expect(await send(ana.token, call, { id })).toEqual(["Hello."]);
  expect(await send(ana.token, call, { id })).toEqual(["Hello."]);
  expect(await send(ana.token, call, { milliseconds: 500 })).toEqual(["Hello."]);
  expect([await spentOf(ana.id), await spentOf(meeting)]).toEqual([[2_000], [2_000]]);
});

test("rejects people outside the call without charge", async () => {
  const { ana, meeting, call, peer } = await scene();
  const eve = await stack.visitor();
  const [header = "", , signature = ""] = eve.token.split(".");
  const [, payload = ""] = ana.token.split(".");
  const before = requestCount;
  expect(await send(eve.token, call)).toBe("meeting/not-entered");
  expect(await send(`${header}.${payload}.${signature}`, call)).toBe("request/sign-in-needed");
  expect(await send(stack.publishableKey, call)).toBe("request/sign-in-needed");
  await rpc(ana, "leave_call", { p_call_id: call, p_peer_id: peer }, z.unknown());
  expect(await send(ana.token, call)).toBe("meeting/not-entered");
  expect(requestCount).toBe(before);
  expect(await spentOf(meeting)).toEqual([]);
});

test("enforces the daily speech quota under concurrency", async () => {
  const { ana, meeting, call } = await scene();
  await send(ana.token, call, { milliseconds: 100 });
  // In a meeting of guests.
  const limit = QUOTAS.speech.workspace / QUOTA_SHARES.meeting;
  await stack.admin`update public.usage set amount = ${limit - 2_000} where subject = ${meeting}`;
  const before = requestCount;
  // The function takes three of a person at once.
  const three = () => Promise.all(Array.from({ length: 3 }, () => send(ana.token, call, { milliseconds: 1_000 })));
  const answers = [...(await three()), ...(await three())];
  expect(answers.filter((result) => result === "speech/quota")).toHaveLength(4);
  expect(requestCount - before).toBe(2);
  expect(await spentOf(meeting)).toEqual([limit]);
});
