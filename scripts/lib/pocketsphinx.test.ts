/** The real pocketsphinx behind an endpoint as OpenAI's, asked by the edge function's own client. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecogniser } from "../../supabase/functions/transcribe/recogniser.ts";
import { readWav } from "../../supabase/functions/transcribe/wav.ts";
import { missingFlite, speak } from "./flite.ts";
import { missingRecogniser, type RecogniserServer, startRecogniserServer } from "./pocketsphinx.ts";

const missing = [...(await missingRecogniser()), ...(await missingFlite())];
if (missing.length > 0) process.stdout.write(`not run for want of ${missing.join(", ")}: recogniser.test.ts\n`);

const SENTENCES = [
  "the meeting starts at nine in the morning",
  "please send me the report before friday",
  "we need more people to finish the work this week",
];
/** Milliseconds; the machine may be busy. */
const START_TIMEOUT_MS = 60_000;

let recogniser: RecogniserServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-spoken-"));
  if (missing.length > 0) return;
  recogniser = (await startRecogniserServer()) ?? expect.fail("no recogniser");
}, START_TIMEOUT_MS);

afterAll(async () => {
  await recogniser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function spoken(words: string) {
  const path = join(folder, `${words.length}.wav`);
  await speak(words, path);
  const sound = readWav(new Uint8Array(await readFile(path)));
  return sound.ok ? sound.value : expect.fail("no WAV");
}

/** Words of a sentence that were heard, in their order. */
function wordsHeard(said: string, heard: string): number {
  let rest = heard.split(" ");
  return said.split(" ").filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest = rest.slice(at + 1);
    return at >= 0;
  }).length;
}

const hearer = () =>
  createRecogniser({
    url: recogniser.url,
    key: undefined,
    model: "pocketsphinx",
    now: () => 0,
    // The function's own is eight seconds, which a busy machine may take.
    timeout: () => AbortSignal.timeout(START_TIMEOUT_MS),
  });

describe.skipIf(missing.length > 0)("pocketsphinx", () => {
  test("hears at least 80 % of the words of three sentences, said at once", { timeout: START_TIMEOUT_MS }, async () => {
    const hear = hearer();
    const heard = await Promise.all(
      SENTENCES.map(async (words) => {
        const text = await hear(await spoken(words), "en", "");
        return text.ok ? text.value : expect.fail(text.error.cause);
      }),
    );
    const right = SENTENCES.map((words, index) => wordsHeard(words, heard[index] ?? ""));
    const all = SENTENCES.map((words) => words.split(" ").length);
    const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
    expect(sum(right) / sum(all)).toBeGreaterThanOrEqual(0.8);
  });

  test("hears nothing in silence", { timeout: START_TIMEOUT_MS }, async () => {
    const { file } = await spoken("hello");
    const silence = new File([await file.slice(0, 44).arrayBuffer(), new Uint8Array(32_000)], "silence.wav");
    expect(await hearer()({ file: silence, durationMs: 1_000 }, "en", "")).toEqual({ ok: true, value: "" });
  });

  test("refuses another language, and what is no sound, and goes on", { timeout: START_TIMEOUT_MS }, async () => {
    const hello = await spoken("hello");
    const refused = { ok: false, error: { code: "speech/unavailable", cause: "status 400" } };
    expect(await hearer()(hello, "es", "")).toEqual(refused);
    expect(await hearer()({ file: new File(["x".repeat(100)], "x.wav"), durationMs: 1_000 }, "en", "")).toEqual(
      refused,
    );
    expect(await hearer()(hello, "en", "")).toMatchObject({ ok: true });
  });
});
