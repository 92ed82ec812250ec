/** The recogniser against a scripted server (platform.openai.com/docs/api-reference/audio/createTranscription). */
import assert from "node:assert/strict";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { recogniserFrom } from "../transcribe/config.ts";
import type { Transcribe } from "../transcribe/recogniser.ts";
import { bearer, TOM } from "./callers.ts";
import { type ConfigError, testConfigErrors } from "./configErrors.ts";
import { BROKEN_RESPONSES, type ReceivedRequest, withServer } from "./fakeServer.ts";
import { OTHER_ID, setupTranscribe, wav } from "./transcribe_setup.ts";

const KEY = "not-a-key";

/** Creates a recogniser for a server's address. */
function recogniserAt(
  url: string,
  {
    now = () => 0,
    timeout = AbortSignal.timeout.bind(AbortSignal),
  }: Partial<Parameters<typeof recogniserFrom>[1]> = {},
): Transcribe {
  const env: Record<string, string> = { TRANSCRIBE_URL: url, TRANSCRIBE_KEY: KEY, TRANSCRIBE_MODEL: "a-model" };
  return recogniserFrom((name) => env[name], { now, timeout }) ?? assert.fail("none");
}
const formOf = ({ bytes, headers }: ReceivedRequest) =>
  new Response(bytes, { headers: { "content-type": headers.get("content-type") ?? "" } }).formData();

Deno.test("recogniser: sends audio, model, language and prompt", async () => {
  await withServer(
    () => Response.json({ text: " Hi there.  How are\nyou?\u0000" }),
    async ({ url, requests }) => {
      const terms: TermEntry[] = [{ language: "nb", term: "fjord", never: false, translations: {} }];
      const sound = wav(1_500);
      const { call } = setupTranscribe({ hear: recogniserAt(`${url}/`), terms });
      assert.deepEqual(await call({ query: { language: "nb" }, body: sound }), ["Hi there. How are you?"]);
      const [request = assert.fail("nothing was asked")] = requests;
      assert.deepEqual([request.method, request.path], ["POST", "/v1/audio/transcriptions"]);
      assert.equal(request.headers.get("authorization"), `Bearer ${KEY}`);
      assert.equal(request.body.includes(KEY), false);
      const form = await formOf(request);
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

for (const { name, cause, respond } of BROKEN_RESPONSES) {
  Deno.test(`recogniser: pauses a server that returns ${name}`, async () => {
    await withServer(respond, async ({ url, requests }) => {
      const clock = { now: 0 };
      const { call, seen } = setupTranscribe({ hear: recogniserAt(url, { now: () => clock.now }) });
      assert.equal(await call(), "503 speech/unavailable");
      clock.now = 1_999;
      assert.equal(await call(), "503 speech/unavailable");
      assert.equal(requests.length, 1);
      clock.now = 2_000;
      assert.equal(await call(), "503 speech/unavailable");
      assert.equal(requests.length, 2);
      assert.deepEqual(seen.log[0], { code: "speech/unavailable", cause });
      assert.equal(JSON.stringify(seen.log).includes(KEY), false);
    });
  });
}

const [tom, eve] = [TOM, OTHER_ID].map((sub) => ({ authorization: bearer({ sub, role: "authenticated" }) }));
const serverError = () => new Response("Internal error", { status: 500 });

Deno.test("recogniser: pauses only for the user whose audio fails", async () => {
  const answers = { next: serverError };
  await withServer(
    () => answers.next(),
    async ({ url, requests }) => {
      const clock = { now: 0 };
      const { call } = setupTranscribe({ hear: recogniserAt(url, { now: () => clock.now }) });
      for (const at of [0, 2_000, 6_000]) {
        clock.now = at;
        assert.equal(await call(), "503 speech/unavailable");
      }
      assert.equal(await call(), "503 speech/unavailable");
      assert.equal(requests.length, 3);
      answers.next = () => Response.json({ text: "Hello." });
      assert.deepEqual(await call(tom), ["Hello."]);
      // The response ended the row of failures, so this is the first of another row.
      answers.next = serverError;
      assert.equal(await call({ ...tom, query: { id: OTHER_ID } }), "503 speech/unavailable");
      clock.now = 14_000;
      answers.next = () => Response.json({ text: "Hello." });
      assert.deepEqual(await call(), ["Hello."]);
    },
  );
});

Deno.test("recogniser: pauses for everyone when two users' audio fails", async () => {
  await withServer(serverError, async ({ url, requests }) => {
    const clock = { now: 0 };
    const { call } = setupTranscribe({ hear: recogniserAt(url, { now: () => clock.now }) });
    await call();
    await call(tom);
    assert.equal(await call(eve), "503 speech/unavailable");
    assert.equal(requests.length, 2);
    clock.now = 2_000;
    for (const who of [{}, tom, eve]) await call(who);
    assert.equal(requests.length, 4);
    clock.now = 5_999;
    await call(eve);
    assert.equal(requests.length, 4);
  });
});

Deno.test("recogniser: ignores a failure while the server responds to others", async () => {
  const held = Promise.withResolvers<Response>();
  const received = Promise.withResolvers<void>();
  const answers = [
    () => {
      received.resolve();
      return held.promise;
    },
    () => Response.json({ text: "Hello." }),
    serverError,
    () => Response.json({ text: "Hello." }),
  ].values();
  await withServer(
    () => answers.next().value?.() ?? assert.fail("asked too often"),
    async ({ url }) => {
      const { call } = setupTranscribe({ hear: recogniserAt(url) });
      const slow = call();
      await received.promise;
      assert.deepEqual(await call(tom), ["Hello."]);
      held.resolve(serverError());
      assert.equal(await slow, "503 speech/unavailable");
      assert.equal(await call({ ...tom, query: { id: OTHER_ID } }), "503 speech/unavailable");
      assert.deepEqual(await call(eve), ["Hello."]);
    },
  );
});

Deno.test("recogniser: pauses a server without quota for ten minutes", async () => {
  const clock = { now: 0 };
  await withServer(
    () => new Response("", { status: 402 }),
    async ({ url, requests }) => {
      const { call } = setupTranscribe({ hear: recogniserAt(url, { now: () => clock.now }) });
      await call();
      clock.now = 599_999;
      assert.equal(await call(), "503 speech/unavailable");
      assert.equal(requests.length, 1);
    },
  );
});

Deno.test("recogniser: does not pause for a rejected or rambling segment", async () => {
  const answers = [
    () => Response.json({ error: { message: "not a language" } }, { status: 400 }),
    () => Response.json({ text: "la ".repeat(1_000) }),
    () => Response.json({ text: "Hello." }),
  ].values();
  await withServer(
    () => answers.next().value?.() ?? assert.fail("asked too often"),
    async ({ url }) => {
      const { call, seen } = setupTranscribe({ hear: recogniserAt(url) });
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

Deno.test("recogniser: aborts after the timeout", async () => {
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
      const { call, seen } = setupTranscribe({ hear: recogniserAt(url, { timeout }) });
      assert.equal(await call(), "503 speech/unavailable");
      held.resolve(new Response());
      assert.deepEqual(seen.log, [{ code: "speech/unavailable", cause: "no response in time" }]);
      assert.deepEqual(limits, [TRANSCRIBE.timeoutMs]);
    },
  );
});

const MISTAKES: readonly ConfigError[] = [
  ["an invalid address", { TRANSCRIBE_URL: "s3cret" }, /^TRANSCRIBE_URL is not an address\.$/u],
  ["an address with /v1", { TRANSCRIBE_URL: "https://s3cret.example/v1" }, /^TRANSCRIBE_URL ends before \/v1\.$/u],
  ["a key without an address", { TRANSCRIBE_KEY: "s3cret" }, /^TRANSCRIBE_URL is missing\.$/u],
  ["a model without an address", { TRANSCRIBE_MODEL: "s3cret" }, /^TRANSCRIBE_URL is missing\.$/u],
];
testConfigErrors("the environment", MISTAKES, (env) =>
  recogniserFrom((variable) => env[variable], { now: () => 0, timeout: AbortSignal.timeout }),
);

Deno.test("recogniserFrom: returns null without an address", () => {
  assert.equal(
    recogniserFrom(() => undefined, { now: () => 0, timeout: AbortSignal.timeout }),
    null,
  );
});
