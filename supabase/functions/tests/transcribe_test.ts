/** Against a server that asks and answers as platform.openai.com/docs/api-reference/audio/createTranscription says. */
import assert from "node:assert/strict";
import { createClient } from "@supabase/supabase-js";
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import { TRANSCRIBE, transcribeState } from "../_shared/contracts/transcribe.ts";
import { makeTurns } from "../_shared/turns.ts";
import { recogniserFrom } from "../transcribe/configured.ts";
import { makeHandler } from "../transcribe/handler.ts";
import type { Hear } from "../transcribe/recogniser.ts";
import { makeRepeats } from "../transcribe/repeats.ts";
import { makeSpend, type Spend } from "../transcribe/spent.ts";
import { readWav } from "../transcribe/wav.ts";
import { type Asked, BROKEN, withServer } from "./server.ts";

const ANA = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const [CALL, MEETING, SEGMENT, OTHER] = ["1", "2", "3", "4"].map(
  (digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`,
) as [string, string, string, string];
const KEY = "not-a-key";

const token = (claims: unknown) => `${btoa("{}")}.${btoa(JSON.stringify(claims))}.c2ln`.replaceAll("=", "");
const bearer = (claims: unknown = { sub: ANA, role: "authenticated" }) => `Bearer ${token(claims)}`;

interface Format {
  rate?: number;
  channels?: number;
  bits?: number;
  kind?: number;
  /** Chunks before the sound. */
  before?: readonly number[];
}

/** A WAV of so many milliseconds. */
function wav(milliseconds: number, { rate = 16_000, channels = 1, bits = 16, kind = 1, before = [] }: Format = {}) {
  const length = Math.round((milliseconds / 1_000) * rate) * channels * (bits / 8);
  const file = new DataView(new ArrayBuffer(44 + before.length + length));
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) file.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, "RIFF");
  file.setUint32(4, file.byteLength - 8, true);
  write(8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, kind, true);
  file.setUint16(22, channels, true);
  file.setUint32(24, rate, true);
  file.setUint32(28, (rate * channels * bits) / 8, true);
  file.setUint16(32, (channels * bits) / 8, true);
  file.setUint16(34, bits, true);
  for (const [index, byte] of before.entries()) file.setUint8(36 + index, byte);
  const data = 36 + before.length;
  write(data, "data");
  file.setUint32(data + 4, length, true);
  for (let at = data + 8; at < file.byteLength; at += 1) file.setUint8(at, at % 251);
  return new Uint8Array(file.buffer);
}

interface Scene {
  proof?: Result<null>;
  spent?: Result<string>;
  hear?: Hear | null;
  turns?: number;
  terms?: readonly TermEntry[];
  clock?: { now: number };
}

/** The function over a database that does what the test says. */
function scene({
  proof = ok(null),
  spent = ok(MEETING),
  hear = () => Promise.resolve(ok("Hello.")),
  turns = 50,
  terms = [],
  clock = { now: 0 },
}: Scene = {}) {
  const seen = {
    callers: [] as Caller[],
    spent: [] as Parameters<Spend>[],
    heard: [] as string[],
    log: [] as Failure[],
  };
  const now = () => clock.now;
  const handler = makeHandler(
    {
      prove: (caller) => {
        seen.callers.push(caller);
        return Promise.resolve(proof);
      },
      takeTurn: makeTurns({ count: turns, span: 1_000, now: () => 0 }),
      spend: (...asked) => {
        seen.spent.push(asked);
        return Promise.resolve(spent);
      },
      termsOf: () => Promise.resolve(terms),
      hear:
        hear === null
          ? null
          : (sound, language, prompt) => {
              seen.heard.push(`${language} ${sound.length} ${prompt}`);
              return hear(sound, language, prompt);
            },
      repeats: makeRepeats(now),
    },
    (failure) => seen.log.push(failure),
  );
  const call = async ({
    query = {},
    body = wav(1_000),
    type = "audio/wav",
    authorization = bearer(),
  }: {
    query?: Record<string, string>;
    body?: BodyInit;
    type?: string;
    authorization?: string | null;
  } = {}) => {
    const search = new URLSearchParams({ call_id: CALL, id: SEGMENT, language: "en", ...query });
    const response = await handler(
      new Request(`http://functions/transcribe?${search}`, {
        method: "POST",
        body,
        headers: { "content-type": type, ...(authorization === null ? {} : { authorization }) },
      }),
    );
    const answer = await response.json();
    return answer.error === undefined ? answer.texts : `${response.status} ${answer.error.code}`;
  };
  return { call, handler, seen };
}

Deno.test("transcribe: nothing is spent in the name of one who was not proven", async () => {
  const { call, seen } = scene({ proof: fail("request/sign-in-needed") });
  assert.equal(await call(), "401 request/sign-in-needed");
  assert.deepEqual([seen.spent, seen.heard], [[], []]);
});

Deno.test("transcribe: who is not in the call, or has used up the day, has nothing recognised", async () => {
  for (const [spent, expected] of [
    [fail("meeting/not-entered"), "403 meeting/not-entered"],
    [fail("speech/quota"), "429 speech/quota"],
    [fail("bug/unexpected", "database answered 500"), "500 bug/unexpected"],
  ] as const) {
    const { call, seen } = scene({ spent });
    assert.equal(await call(), expected);
    assert.deepEqual(seen.heard, []);
  }
});

Deno.test("transcribe: a sound's whole length is spent, in the name of who brings it and of the call that it is of", async () => {
  const { call, seen } = scene();
  await call({ body: wav(1_234) });
  assert.deepEqual(
    seen.spent.map(([callId, milliseconds, { userId }]) => [callId, milliseconds, userId]),
    [[CALL, 1_234, ANA]],
  );
});

Deno.test("what is spent is asked of the database in one request, in whole milliseconds and never too few; a refusal keeps its code", async () => {
  const spent = async (answer: Response) => {
    const asked: Request[] = [];
    const service = createClient("http://project.test", "secret", {
      auth: { persistSession: false, storageKey: crypto.randomUUID() },
      global: {
        fetch: (...request) => {
          asked.push(new Request(...request));
          return Promise.resolve(answer);
        },
      },
    });
    const result = await makeSpend(service)(CALL, 99.0625, { token: "", userId: ANA });
    return {
      result,
      asked: await Promise.all(asked.map(async (one) => [new URL(one.url).pathname, await one.json()])),
    };
  };
  assert.deepEqual(await spent(Response.json(MEETING)), {
    result: ok(MEETING),
    asked: [["/rest/v1/rpc/spend_speech", { call_id: CALL, user_id: ANA, milliseconds: 100 }]],
  });
  const { result } = await spent(Response.json({ code: "PT429", message: "speech/quota" }, { status: 429 }));
  assert.deepEqual(result, fail("speech/quota"));
});

const TOKENS: readonly [string, string | null][] = [
  ["none", null],
  ["an API key", "Bearer sb_publishable_x"],
  ["one of no user", bearer({ role: "anon" })],
];
for (const [name, authorization] of TOKENS) {
  Deno.test(`transcribe: asks to sign in when the token is ${name}`, async () => {
    const { call, seen } = scene();
    assert.equal(await call({ authorization }), "401 request/sign-in-needed");
    assert.deepEqual(seen.callers, []);
  });
}

const head = (bytes: Uint8Array<ArrayBuffer>, length: number) => bytes.slice(0, length);
const REFUSED: readonly [string, Parameters<ReturnType<typeof scene>["call"]>[0], string][] = [
  ["no id", { query: { id: "1" } }, "400 request/invalid"],
  ["a call that is none", { query: { call_id: "or 1=1" } }, "400 request/invalid"],
  ["a language that is none", { query: { language: "tlh" } }, "400 request/invalid"],
  ["another type", { type: "audio/webm" }, "400 request/invalid"],
  ["no sound", { body: wav(0) }, "400 request/invalid"],
  ["an empty body", { body: "" }, "400 request/invalid"],
  ["text", { body: "RIFF of another kind, and nothing that could be heard in it" }, "400 request/invalid"],
  ["a header alone", { body: head(wav(10), 43) }, "400 request/invalid"],
  ["another rate", { body: wav(100, { rate: 44_100 }) }, "400 request/invalid"],
  ["stereo", { body: wav(100, { channels: 2 }) }, "400 request/invalid"],
  ["8 bits", { body: wav(100, { bits: 8 }) }, "400 request/invalid"],
  ["what is packed", { body: wav(100, { kind: 85 }) }, "400 request/invalid"],
  [
    "a chunk that leads nowhere",
    { body: wav(1, { before: [...`junk\xff\xff\xff\xff`].map((c) => c.charCodeAt(0)) }) },
    "400 request/invalid",
  ],
  ["more than 30 seconds", { body: wav(30_001) }, "413 speech/too-long"],
  ["more than a megabyte", { body: wav(40_000) }, "413 speech/too-long"],
];
for (const [name, request, expected] of REFUSED) {
  Deno.test(`transcribe: refuses ${name}`, async () => {
    const { call, seen } = scene();
    assert.equal(await call(request), expected);
    assert.deepEqual([seen.callers, seen.heard], [[], []]);
  });
}

Deno.test("a WAV is written anew: what else is in it stays here, half a sample too", async () => {
  const secret = [...`LIST\x0c\x00\x00\x00someone's...`].map((letter) => letter.charCodeAt(0));
  const bytes = wav(100, { before: secret });
  const sound = readWav(bytes.slice(0, -1));
  assert.ok(sound.ok);
  const written = new Uint8Array(await sound.value.file.arrayBuffer());
  assert.equal(new TextDecoder("latin1").decode(written).includes("someone"), false);
  assert.deepEqual(written.subarray(44), bytes.subarray(64, -2));
  const again = readWav(written);
  assert.equal(again.ok && again.value.length, sound.value.length);
});

Deno.test("transcribe: one who asks without end is told so; a token that was not proven takes nobody's turn", async () => {
  const { call, seen } = scene({ turns: 1 });
  assert.deepEqual(await call(), ["Hello."]);
  assert.equal(await call({ query: { id: OTHER } }), "429 request/rate-limited");
  assert.equal(seen.spent.length, 1);
  const forged = scene({ turns: 1, proof: fail("request/sign-in-needed") });
  await forged.call();
  assert.equal(await forged.call(), "401 request/sign-in-needed");
});

Deno.test("transcribe: a segment that is sent again is neither recognised nor counted again, one that failed is", async () => {
  const { call, seen } = scene();
  assert.deepEqual(await Promise.all([call(), call()]), [["Hello."], ["Hello."]]);
  assert.deepEqual([seen.spent.length, seen.heard.length], [1, 1]);
  await call({ query: { call_id: OTHER } });
  assert.deepEqual([seen.spent.length, seen.heard.length], [2, 2]);
  let fails = true;
  const failing = scene({
    hear: () => Promise.resolve(fails ? fail("speech/unavailable", "status 500") : ok("Hello.")),
  });
  assert.equal(await failing.call(), "503 speech/unavailable");
  fails = false;
  assert.deepEqual(await failing.call(), ["Hello."]);
});

Deno.test("repeats: of many answers the oldest go, and none stays for longer than a minute", async () => {
  const clock = { now: 0 };
  const repeats = makeRepeats<number>(() => clock.now);
  let asked = 0;
  const ask = (key: string) => repeats(key, () => Promise.resolve(ok(++asked)));
  await ask("first");
  clock.now = 59_999;
  assert.deepEqual(await ask("first"), ok(1));
  clock.now = 60_000;
  assert.deepEqual(await ask("first"), ok(2));
  for (let index = 0; index < 200; index += 1) await ask(`${index}`);
  assert.deepEqual(await ask("199"), ok(202));
  assert.deepEqual(await ask("first"), ok(203));
});

Deno.test("transcribe: without a recogniser it says so before anything is recorded, and to whoever sends all the same", async () => {
  const state = async (it: ReturnType<typeof scene>) => {
    const answer = await it.handler(new Request("http://functions/transcribe"));
    return transcribeState.parse(await answer.json());
  };
  const none = scene({ hear: null });
  assert.deepEqual(await state(none), { configured: false });
  assert.equal(await none.call(), "503 speech/unavailable");
  assert.deepEqual(none.seen.callers, []);
  assert.deepEqual(await state(scene()), { configured: true });
});

/** A recogniser at a server's address. */
function recogniserAt(
  url: string,
  {
    now = () => 0,
    timeout = AbortSignal.timeout.bind(AbortSignal),
  }: Partial<Parameters<typeof recogniserFrom>[1]> = {},
): Hear {
  const env: Record<string, string> = { TRANSCRIBE_URL: url, TRANSCRIBE_KEY: KEY, TRANSCRIBE_MODEL: "a-model" };
  return recogniserFrom((name) => env[name], { now, timeout }) ?? assert.fail("none");
}
const formOf = ({ bytes, headers }: Asked) =>
  new Response(bytes, { headers: { "content-type": headers.get("content-type") ?? "" } }).formData();

Deno.test("a recogniser is sent the sound, the model, its language and the hints; the key in its header alone", async () => {
  await withServer(
    () => Response.json({ text: " Hi there.  How are\nyou?\u0000" }),
    async ({ url, asked }) => {
      const terms: TermEntry[] = [{ language: "nb", term: "fjord", never: false, translations: {} }];
      const sound = wav(1_500);
      const { call } = scene({ hear: recogniserAt(`${url}/`), terms });
      assert.deepEqual(await call({ query: { language: "nb" }, body: sound }), ["Hi there. How are you?"]);
      const [one = assert.fail("nothing was asked")] = asked;
      assert.deepEqual([one.method, one.path], ["POST", "/v1/audio/transcriptions"]);
      assert.equal(one.headers.get("authorization"), `Bearer ${KEY}`);
      assert.equal(one.body.includes(KEY), false);
      const form = await formOf(one);
      const file = form.get("file");
      assert.ok(file instanceof File);
      assert.deepEqual([file.name, file.type], ["speech.wav", "audio/wav"]);
      assert.deepEqual(new Uint8Array(await file.arrayBuffer()), sound);
      form.delete("file");
      assert.deepEqual(Object.fromEntries(form), {
        model: "a-model",
        language: "no",
        prompt: "fjord",
        response_format: "json",
      });
    },
  );
});

for (const { name, cause, answer } of BROKEN) {
  Deno.test(`a recogniser that answers ${name} is left alone for a moment, and said by its code alone`, async () => {
    await withServer(answer, async ({ url, asked }) => {
      const clock = { now: 0 };
      const { call, seen } = scene({ hear: recogniserAt(url, { now: () => clock.now }) });
      assert.equal(await call(), "503 speech/unavailable");
      clock.now = 1_999;
      assert.equal(await call(), "503 speech/unavailable");
      assert.equal(asked.length, 1);
      clock.now = 2_000;
      assert.equal(await call(), "503 speech/unavailable");
      assert.equal(asked.length, 2);
      assert.deepEqual(seen.log[0], { code: "speech/unavailable", cause });
      assert.equal(JSON.stringify(seen.log).includes(KEY), false);
    });
  });
}

Deno.test("a recogniser whose provider gives no more is left alone for ten minutes", async () => {
  const clock = { now: 0 };
  await withServer(
    () => new Response("", { status: 402 }),
    async ({ url, asked }) => {
      const { call } = scene({ hear: recogniserAt(url, { now: () => clock.now }) });
      await call();
      clock.now = 599_999;
      assert.equal(await call(), "503 speech/unavailable");
      assert.equal(asked.length, 1);
    },
  );
});

Deno.test("a segment that the recogniser refuses, or rambles about, does not silence it", async () => {
  const answers = [
    () => Response.json({ error: { message: "not a language" } }, { status: 400 }),
    () => Response.json({ text: "la ".repeat(1_000) }),
    () => Response.json({ text: "Hello." }),
  ].values();
  await withServer(
    () => answers.next().value?.() ?? assert.fail("asked too often"),
    async ({ url }) => {
      const { call, seen } = scene({ hear: recogniserAt(url) });
      assert.equal(await call(), "503 speech/unavailable");
      assert.equal(await call(), "503 speech/unavailable");
      assert.deepEqual(await call(), ["Hello."]);
      assert.deepEqual(
        seen.log.map(({ cause }) => cause),
        ["status 400", "too long a text"],
      );
    },
  );
});

Deno.test("a recogniser that does not answer is given up after its time", async () => {
  const held = Promise.withResolvers<Response>();
  const limit = new AbortController();
  const limits: number[] = [];
  await withServer(
    () => {
      limit.abort();
      return held.promise;
    },
    async ({ url }) => {
      const timeout = (milliseconds: number) => {
        limits.push(milliseconds);
        return limit.signal;
      };
      const { call, seen } = scene({ hear: recogniserAt(url, { timeout }) });
      assert.equal(await call(), "503 speech/unavailable");
      held.resolve(new Response());
      assert.deepEqual(seen.log, [{ code: "speech/unavailable", cause: "no answer in time" }]);
      assert.deepEqual(limits, [TRANSCRIBE.timeout]);
    },
  );
});

const MISTAKES: readonly [string, Record<string, string>, RegExp][] = [
  ["an address that is none", { TRANSCRIBE_URL: "s3cret" }, /^TRANSCRIBE_URL is not an address\.$/u],
  ["an address too far", { TRANSCRIBE_URL: "https://s3cret.example/v1" }, /^TRANSCRIBE_URL ends before \/v1\.$/u],
  ["a key without an address", { TRANSCRIBE_KEY: "s3cret" }, /^TRANSCRIBE_URL is missing\.$/u],
  ["a model without an address", { TRANSCRIBE_MODEL: "s3cret" }, /^TRANSCRIBE_URL is missing\.$/u],
];
for (const [name, env, sentence] of MISTAKES) {
  Deno.test(`the environment: ${name} is said in one line, without a value`, () => {
    assert.throws(
      () => recogniserFrom((variable) => env[variable], { now: () => 0, timeout: AbortSignal.timeout }),
      (error: Error) => {
        assert.match(error.message, sentence);
        assert.doesNotMatch(error.message, /s3cret|\n/u);
        return true;
      },
    );
  });
}

Deno.test("the environment: without an address there is no recogniser", () => {
  assert.equal(
    recogniserFrom(() => undefined, { now: () => 0, timeout: AbortSignal.timeout }),
    null,
  );
});
