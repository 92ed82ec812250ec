/** The function `transcribe`: access, quotas and accepted audio. */
import assert from "node:assert/strict";
import { createClient } from "@supabase/supabase-js";
import type { Caller } from "../_shared/caller.ts";
import { fail, ok } from "../_shared/contracts/errors.ts";
import { transcribeStatus } from "../_shared/contracts/transcribe.ts";
import { createIdempotencyCache } from "../transcribe/idempotencyCache.ts";
import { createQuotaConsumer } from "../transcribe/speechQuota.ts";
import { readWav } from "../transcribe/wav.ts";
import { ANA, bearer } from "./callers.ts";
import { OTHER_ID, SEGMENT_CALL_ID, SEGMENT_MEETING_ID, setupTranscribe, wav } from "./transcribe_setup.ts";

const SESSION = "5d1b6f0e-58a1-4d19-9d1c-0a8b6f2a7c09";

Deno.test("transcribe: consumes no quota of an unverified caller", async () => {
  const { call, seen } = setupTranscribe({ proof: fail("request/sign-in-needed") });
  assert.equal(await call(), "401 request/sign-in-needed");
  assert.deepEqual([seen.spent, seen.heard], [[], []]);
});

Deno.test("transcribe: recognises nothing without call or quota", async () => {
  for (const [spent, expected] of [
    [fail("meeting/not-entered"), "403 meeting/not-entered"],
    [fail("speech/quota"), "429 speech/quota"],
    [fail("bug/unexpected", "database answered 500"), "500 bug/unexpected"],
  ] as const) {
    const { call, seen } = setupTranscribe({ spent });
    assert.equal(await call(), expected);
    assert.deepEqual(seen.heard, []);
  }
});

Deno.test("transcribe: consumes the whole duration of a segment", async () => {
  const { call, seen } = setupTranscribe();
  await call({ body: wav(1_234) });
  assert.deepEqual(
    seen.spent.map(([callId, milliseconds, { userId }]) => [callId, milliseconds, userId]),
    [[SEGMENT_CALL_ID, 1_234, ANA]],
  );
});

Deno.test("consumeQuota: sends whole milliseconds, rounded up", async () => {
  const spent = async (response: Response) => {
    const requests: Request[] = [];
    const service = createClient("http://project.test", "secret", {
      auth: { persistSession: false, storageKey: crypto.randomUUID() },
      global: {
        fetch: (...request) => {
          requests.push(new Request(...request));
          return Promise.resolve(response);
        },
      },
    });
    const result = await createQuotaConsumer(service, (network) => Promise.resolve(network && `hash of ${network}`))(
      SEGMENT_CALL_ID,
      99.0625,
      { token: "", userId: ANA, sessionId: SESSION, level: "aal2", network: "192.0.2.7" },
    );
    return {
      result,
      asked: await Promise.all(requests.map(async (request) => [new URL(request.url).pathname, await request.json()])),
    };
  };
  assert.deepEqual(await spent(Response.json(SEGMENT_MEETING_ID)), {
    result: ok(SEGMENT_MEETING_ID),
    asked: [
      [
        "/rest/v1/rpc/consume_speech_quota",
        {
          ...{ p_call_id: SEGMENT_CALL_ID, p_user_id: ANA, p_milliseconds: 100 },
          ...{ p_address: "hash of 192.0.2.7", p_session_id: SESSION, p_level: "aal2" },
        },
      ],
    ],
  });
  const { result } = await spent(Response.json({ code: "PT429", message: "speech/quota" }, { status: 429 }));
  assert.deepEqual(result, fail("speech/quota"));
});

const TOKENS: readonly [string, string | null][] = [
  ["none", null],
  ["an API key", "Bearer sb_publishable_x"],
  ["one without a user", bearer({ role: "anon" })],
];
for (const [name, authorization] of TOKENS) {
  Deno.test(`transcribe: asks to sign in when the token is ${name}`, async () => {
    const { call, seen } = setupTranscribe();
    assert.equal(await call({ authorization }), "401 request/sign-in-needed");
    assert.deepEqual(seen.callers, []);
  });
}

const head = (bytes: Uint8Array<ArrayBuffer>, length: number) => bytes.slice(0, length);
const REFUSED: readonly [string, Parameters<ReturnType<typeof setupTranscribe>["call"]>[0], string][] = [
  ["no id", { query: { id: "1" } }, "400 request/invalid"],
  ["an invalid call", { query: { call_id: "or 1=1" } }, "400 request/invalid"],
  ["an unknown language", { query: { language: "tlh" } }, "400 request/invalid"],
  ["another type", { type: "audio/webm" }, "400 request/invalid"],
  ["less than 100 ms", { body: wav(99) }, "400 request/invalid"],
  ["no samples", { body: wav(0) }, "400 request/invalid"],
  ["an empty body", { body: "" }, "400 request/invalid"],
  ["text", { body: "RIFF of another kind, and nothing that could be heard in it" }, "400 request/invalid"],
  ["a header alone", { body: head(wav(10), 43) }, "400 request/invalid"],
  ["another rate", { body: wav(100, { rate: 44_100 }) }, "400 request/invalid"],
  ["stereo", { body: wav(100, { channels: 2 }) }, "400 request/invalid"],
  ["8 bits", { body: wav(100, { bits: 8 }) }, "400 request/invalid"],
  ["compressed audio", { body: wav(100, { kind: 85 }) }, "400 request/invalid"],
  [
    "a chunk that leads nowhere",
    { body: wav(1, { before: [...`junk\xff\xff\xff\xff`].map((c) => c.charCodeAt(0)) }) },
    "400 request/invalid",
  ],
  [
    "more chunks than a recorder writes",
    {
      body: wav(200, {
        before: Array.from({ length: 20 }, () => [..."LIST\0\0\0\0"].map((c) => c.charCodeAt(0))).flat(),
      }),
    },
    "400 request/invalid",
  ],
  ["more than 30 seconds", { body: wav(30_001) }, "413 speech/too-long"],
  ["more than a megabyte", { body: wav(40_000) }, "413 speech/too-long"],
];
for (const [name, request, expected] of REFUSED) {
  Deno.test(`transcribe: rejects ${name}`, async () => {
    const { call, seen } = setupTranscribe();
    assert.equal(await call(request), expected);
    assert.deepEqual([seen.callers, seen.heard], [[], []]);
  });
}

Deno.test("readWav: forwards nothing but whole samples", async () => {
  const secret = [...`LIST\x0c\x00\x00\x00someone's...`].map((letter) => letter.charCodeAt(0));
  const bytes = wav(101, { before: secret });
  const sound = readWav(bytes.slice(0, -1));
  assert.ok(sound.ok);
  const written = new Uint8Array(await sound.value.file.arrayBuffer());
  assert.equal(new TextDecoder("latin1").decode(written).includes("someone"), false);
  assert.deepEqual(written.subarray(44), bytes.subarray(64, -2));
  const again = readWav(written);
  assert.equal(again.ok && again.value.durationMs, sound.value.durationMs);
});

Deno.test("transcribe: limits the rate, but counts verified callers only", async () => {
  const { call, seen } = setupTranscribe({ turns: 1 });
  assert.deepEqual(await call(), ["Hello."]);
  assert.equal(await call({ query: { id: OTHER_ID } }), "429 request/rate-limited");
  assert.equal(seen.spent.length, 1);
  const forged = setupTranscribe({ turns: 1, proof: fail("request/sign-in-needed") });
  await forged.call();
  assert.equal(await forged.call(), "401 request/sign-in-needed");
});

/** Returns a function that sends a new segment from a session of Ana. */
const segmentsOf =
  ({ call }: ReturnType<typeof setupTranscribe>) =>
  async (session_id: string) =>
    await call({
      authorization: bearer({ sub: ANA, role: "authenticated", session_id }),
      query: { id: crypto.randomUUID() },
    });

Deno.test("transcribe: an ended session uses up no limit of its person", async () => {
  const ended = (caller: Caller) => caller.sessionId === OTHER_ID;
  const scene = setupTranscribe({
    turns: 2,
    spent: (caller) => (ended(caller) ? fail("meeting/not-entered") : ok(SEGMENT_MEETING_ID)),
  });
  const from = segmentsOf(scene);
  for (const expected of ["403 meeting/not-entered", "403 meeting/not-entered", "429 request/rate-limited"])
    assert.deepEqual(await from(OTHER_ID), expected);
  for (let turn = 0; turn < 2; turn += 1) assert.deepEqual(await from(SESSION), ["Hello."]);
});

Deno.test("transcribe: all sessions of a person have one limit", async () => {
  const scene = setupTranscribe({ turns: 60 });
  const from = segmentsOf(scene);
  const answers: unknown[] = [];
  for (let turn = 0; turn < 61; turn += 1) answers.push(await from(turn % 2 === 0 ? SESSION : OTHER_ID));
  assert.deepEqual([answers.at(-2), answers.at(-1)], [["Hello."], "429 request/rate-limited"]);
  assert.equal(scene.seen.heard.length, 60);
});

Deno.test("transcribe: recognises a repeated segment once, unless it failed", async () => {
  const { call, seen } = setupTranscribe();
  assert.deepEqual(await Promise.all([call(), call()]), [["Hello."], ["Hello."]]);
  assert.deepEqual([seen.spent.length, seen.heard.length], [1, 1]);
  await call({ query: { call_id: OTHER_ID } });
  assert.deepEqual([seen.spent.length, seen.heard.length], [2, 2]);
  let fails = true;
  const failing = setupTranscribe({
    hear: () => Promise.resolve(fails ? fail("speech/unavailable", "status 500") : ok("Hello.")),
  });
  assert.equal(await failing.call(), "503 speech/unavailable");
  fails = false;
  assert.deepEqual(await failing.call(), ["Hello."]);
});

Deno.test("createIdempotencyCache: drops the oldest results, and all after a minute", async () => {
  const clock = { now: 0 };
  const repeats = createIdempotencyCache<number>(() => clock.now);
  let requestCount = 0;
  const ask = (key: string) => repeats(key, () => Promise.resolve(ok(++requestCount)));
  await ask("first");
  clock.now = 59_999;
  assert.deepEqual(await ask("first"), ok(1));
  clock.now = 60_000;
  assert.deepEqual(await ask("first"), ok(2));
  for (let index = 0; index < 200; index += 1) await ask(`${index}`);
  assert.deepEqual(await ask("199"), ok(202));
  assert.deepEqual(await ask("first"), ok(203));
});

Deno.test("transcribe: reports a missing recogniser before and after recording", async () => {
  const state = async (it: ReturnType<typeof setupTranscribe>) => {
    const response = await it.handler(new Request("http://functions/transcribe"));
    return transcribeStatus.parse(await response.json());
  };
  const none = setupTranscribe({ hear: null });
  assert.deepEqual(await state(none), { configured: false });
  assert.equal(await none.call(), "503 speech/unavailable");
  assert.deepEqual(none.seen.callers, []);
  assert.deepEqual(await state(setupTranscribe()), { configured: true });
});
