import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { TRANSCRIBE } from "#contracts/transcribe.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { transcribe } from "./transcribe.ts";

const [FIRST_DELAY_MS] = TRANSCRIBE.busyRetryDelaysMs;

/** Sends one phrase to a function that gives these responses, the last one again and again. */
function sendPhrase(...responses: [Result<unknown>, ...Result<unknown>[]]) {
  const clock = createFakeClock();
  const paths: string[] = [];
  const http = {
    post: async (path: string) => {
      paths.push(path);
      return responses[Math.min(paths.length, responses.length) - 1] ?? responses[0];
    },
  };
  const request = { callId: "call", id: "phrase", language: "en", audio: new Blob([]) } as const;
  return { clock, paths, result: transcribe({ http, clock }, request) };
}

test("sends a phrase again while the recogniser is busy", async () => {
  const { clock, paths, result } = sendPhrase(fail("request/busy"), ok({ texts: ["Hello."] }));
  await clock.advance(FIRST_DELAY_MS - 1);
  expect(paths).toHaveLength(1);
  await clock.advance(1);
  expect(await result).toEqual(ok(["Hello."]));
  expect(new Set(paths).size).toBe(1);
});

test("gives a phrase up after the last delay", async () => {
  const { clock, paths, result } = sendPhrase(fail("request/busy"));
  for (const delayMs of TRANSCRIBE.busyRetryDelaysMs) await clock.advance(delayMs);
  expect(await result).toEqual(fail("request/busy"));
  expect(paths).toHaveLength(TRANSCRIBE.busyRetryDelaysMs.length + 1);
});

test("sends a phrase once when the recogniser fails", async () => {
  const { paths, result } = sendPhrase(fail("speech/unavailable"));
  expect(await result).toEqual(fail("speech/unavailable"));
  expect(paths).toHaveLength(1);
});
