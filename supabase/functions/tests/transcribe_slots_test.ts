/** The function `transcribe`: how many segments are at the recogniser at the same time. */
import assert from "node:assert/strict";
import type { Caller } from "../_shared/caller.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { ANA, bearer } from "./callers.ts";
import { OTHER_ID, SEGMENT_MEETING_ID, setupTranscribe } from "./transcribe_setup.ts";

const SESSION = "5d1b6f0e-58a1-4d19-9d1c-0a8b6f2a7c09";
const BUSY = "299 request/busy";
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Creates the function with a recogniser that responds when `respond` is called. */
function slowRecogniser(scene: Pick<Parameters<typeof setupTranscribe>[0] & object, "spent" | "all"> = {}) {
  const pending: PromiseWithResolvers<Result<string>>[] = [];
  const { call, seen } = setupTranscribe({
    ...scene,
    hear: () => {
      const response = Promise.withResolvers<Result<string>>();
      pending.push(response);
      return response.promise;
    },
  });
  const send = (session_id: string = SESSION, sub: string = ANA) =>
    call({
      authorization: bearer({ sub, role: "authenticated", session_id }),
      query: { id: crypto.randomUUID() },
    });
  const fill = async (session?: string) => {
    const answers = Array.from({ length: TRANSCRIBE.segmentsAtOnce }, () => send(session));
    await turn();
    return answers;
  };
  const respond = (result: Result<string> = ok("Hello.")) => {
    for (const { resolve } of pending.splice(0)) resolve(result);
  };
  return { send, fill, respond, pending, seen };
}

Deno.test("transcribe: a person has three segments at the recogniser", async () => {
  const { send, fill, respond, seen } = slowRecogniser();
  const answers = await fill();
  assert.equal(await send(), BUSY);
  // The page sends it again, so it costs nothing now.
  assert.deepEqual([seen.spent.length, seen.heard.length], [3, 3]);
  respond();
  assert.deepEqual(await Promise.all(answers), [["Hello."], ["Hello."], ["Hello."]]);
  const next = send();
  await turn();
  respond();
  assert.deepEqual(await next, ["Hello."]);
});

Deno.test("transcribe: sessions of a person share its three places", async () => {
  const { send, fill, respond } = slowRecogniser();
  const answers = await fill();
  assert.equal(await send(OTHER_ID), BUSY);
  respond();
  await Promise.all(answers);
});

Deno.test("transcribe: an ended session takes no place of its person", async () => {
  const verdict = Promise.withResolvers<Result<string>>();
  const { send, fill, respond } = slowRecogniser({
    spent: ({ sessionId }: Caller) => (sessionId === OTHER_ID ? verdict.promise : ok(SEGMENT_MEETING_ID)),
  });
  const ended = await fill(OTHER_ID);
  const own = send();
  await turn();
  respond();
  assert.deepEqual(await own, ["Hello."]);
  verdict.resolve(fail("meeting/not-entered"));
  assert.deepEqual(new Set(await Promise.all(ended)), new Set(["403 meeting/not-entered"]));
});

Deno.test("transcribe: all people share the places of a process", async () => {
  const { send, fill, respond } = slowRecogniser({ all: 4 });
  const answers = await fill();
  const [tom, eve] = [crypto.randomUUID(), crypto.randomUUID()];
  answers.push(send(tom, tom));
  await turn();
  assert.equal(await send(eve, eve), BUSY);
  respond();
  assert.deepEqual(new Set((await Promise.all(answers)).flat()), new Set(["Hello."]));
});

Deno.test("transcribe: a failed segment gives its place back", async () => {
  const { fill, respond } = slowRecogniser();
  for (let round = 0; round < 2; round += 1) {
    const answers = await fill();
    respond(fail("speech/unavailable", "status 500"));
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(["503 speech/unavailable"]));
  }
});
