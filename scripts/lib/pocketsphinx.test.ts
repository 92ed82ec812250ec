/** The real pocketsphinx behind an endpoint like OpenAI's, with the edge function's own client. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecogniser } from "../../supabase/functions/transcribe/recogniser.ts";
import { readWav } from "../../supabase/functions/transcribe/wav.ts";
import { missingFlite, speak } from "./flite.ts";
import { findRecogniser, type RecogniserServer, startRecogniserServer } from "./pocketsphinx.ts";

const missing = [...((await findRecogniser()) === null ? ["pocketsphinx"] : []), ...(await missingFlite())];
if (missing.length > 0) process.stdout.write(`not run, ${missing.join(", ")} missing: pocketsphinx.test.ts\n`);

const SENTENCES = [
  "the meeting starts at nine in the morning",
  "please send me the report before friday",
  "we need more people to finish the work this week",
];
/** Generous, because the machine may be busy. */
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

async function speechOf(text: string) {
  const path = join(folder, `${text.length}.wav`);
  await speak(text, path);
  const wav = readWav(new Uint8Array(await readFile(path)));
  return wav.ok ? wav.value : expect.fail("no WAV");
}

/** Counts the words of a sentence that were recognised in order. */
function countRecognised(spoken: string, recognised: string): number {
  let rest = recognised.split(" ");
  return spoken.split(" ").filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest = rest.slice(at + 1);
    return at >= 0;
  }).length;
}

const recogniserClient = () =>
  createRecogniser({
    url: recogniser.url,
    key: undefined,
    model: "pocketsphinx",
    now: () => 0,
    // The function's own timeout is eight seconds, which a busy machine may exceed.
    timeout: () => AbortSignal.timeout(START_TIMEOUT_MS),
  });

describe.skipIf(missing.length > 0)("pocketsphinx", () => {
  test("recognises 80 % of the words of simultaneous sentences", { timeout: START_TIMEOUT_MS }, async () => {
    const recognise = recogniserClient();
    const recognised = await Promise.all(
      SENTENCES.map(async (sentence) => {
        const text = await recognise(await speechOf(sentence), "en", "", "u");
        return text.ok ? text.value : expect.fail(text.error.cause);
      }),
    );
    const right = SENTENCES.map((sentence, index) => countRecognised(sentence, recognised[index] ?? ""));
    const all = SENTENCES.map((sentence) => sentence.split(" ").length);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sum(right) / sum(all)).toBeGreaterThanOrEqual(0.8);
  });

  test("recognises nothing in silence", { timeout: START_TIMEOUT_MS }, async () => {
    const { file } = await speechOf("hello");
    const silence = new File([await file.slice(0, 44).arrayBuffer(), new Uint8Array(32_000)], "silence.wav");
    expect(await recogniserClient()({ file: silence, durationMs: 1_000 }, "en", "", "u")).toEqual({
      ok: true,
      value: "",
    });
  });

  test("rejects other languages and no audio, and continues", { timeout: START_TIMEOUT_MS }, async () => {
    const hello = await speechOf("hello");
    const noAudio = { file: new File(["x".repeat(100)], "x.wav"), durationMs: 1_000 };
    const rejected = { ok: false, error: { code: "speech/unavailable", cause: "status 400" } };
    expect(await recogniserClient()(hello, "es", "", "u")).toEqual(rejected);
    expect(await recogniserClient()(noAudio, "en", "", "u")).toEqual(rejected);
    expect(await recogniserClient()(hello, "en", "", "u")).toMatchObject({ ok: true });
  });
});
