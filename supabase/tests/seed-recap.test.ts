/** The demo workspace of `npm run dev`: a recap with every part, and files whose bytes are in Storage. */
import { createHash } from "node:crypto";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { callConfirmations, homeConfirmations } from "#contracts/confirmations.ts";
import { signedFiles } from "#contracts/fileRequests.ts";
import { callInsights } from "#contracts/measureResults.ts";
import { foundLines } from "#contracts/recap.ts";
import { summaryStatus } from "#contracts/summary.ts";
import { type Stack, startStack } from "../../local/index.ts";
import { SAMPLE_FILES } from "../../scripts/lib/sampleFiles.ts";
import { uploadSamples, withToken } from "../../scripts/lib/uploadSamples.ts";

const root = resolve(import.meta.dirname, "../..");
const TOM = "5eed0000-0000-4000-8000-000000000001";
const OMAR = "5eed0000-0000-4000-8000-000000000004";
/** Parents’ evening, class 4B. */
const EVENING = { p_call_id: "5eed0000-0000-4000-8000-000000000021" };

let data: string;
let stack: Stack;
let admin: postgres.Sql;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "parley-seed-files-"));
  await chmod(data, 0o755);
  stack = await startStack({ root, data, port: 0, siteUrl: "http://127.0.0.1:8787", seed: true, temporary: true });
  admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await uploadSamples({ stack, root, data });
});
afterAll(async () => {
  await admin?.end();
  await stack?.close();
  await rm(data, { recursive: true, force: true });
});

async function rpc<T>(person: string, name: string, values: object, shape: z.ZodMiniType<T>): Promise<T> {
  const { data: result, error } = await withToken(stack, data, person, async (token) =>
    createClient(stack.url, stack.publishableKey, { accessToken: async () => token }).rpc(name, values),
  );
  if (error !== null) throw new Error(`${name}: ${error.message}`);
  return shape.parse(result);
}

/** Returns the bytes that a signed address gives to the person, by the id of the file. */
async function download(person: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const response = await withToken(stack, data, person, (token) =>
    fetch(`${stack.url}/functions/v1/files`, {
      method: "POST",
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ sign: ids }),
    }),
  );
  const found = new Map<string, Buffer>();
  for (const { id, address } of signedFiles.parse(await response.json())) {
    const file = await fetch(`${stack.url}/storage/v1${address}`);
    found.set(id, Buffer.from(await file.arrayBuffer()));
  }
  return found;
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("the recap", () => {
  test("has a decision with every kind of answer", async () => {
    const { confirmations, lines } = await rpc(OMAR, "call_confirmations", EVENING, callConfirmations);
    expect(confirmations[0]?.counts).toEqual({ asked: 4, understood: 2, unclear: 1, different: 1 });
    const answers = (confirmations[0]?.people ?? []).map(
      ({ display_name, answer, read_language, read_text, words }) => [
        ...[display_name, answer, read_language, read_text !== null],
        lines.find(({ id }) => id === words)?.translations.map(({ language }) => language) ?? null,
      ],
    );
    expect(answers).toEqual([
      ["Tom", "understood", null, false, null],
      ["Inés", "understood", "es", true, null],
      ["遥", "different", "ja", true, ["ar", "en", "es"]],
      ["عمر", "unclear", "ar", true, ["en", "es", "ja"]],
    ]);
  });

  test("has a task that its owner confirmed first", async () => {
    const { confirmations, tasks } = await rpc(OMAR, "call_confirmations", EVENING, callConfirmations);
    expect(confirmations[1]).toMatchObject({
      counts: { asked: 4, understood: 3, unclear: 0, different: 0 },
      waits_for_owner: false,
    });
    expect(confirmations[1]?.people[0]).toMatchObject({ display_name: "Inés", owner: true, answer: "understood" });
    expect(tasks.map(({ due_on }) => due_on !== null)).toEqual([false, true]);
  });

  test("has a summary, measures and a link", async () => {
    const summary = await rpc(TOM, "read_summary", EVENING, summaryStatus);
    expect(summary.summary).toMatchObject({ stale: false });
    const insights = await rpc(TOM, "call_insights", EVENING, callInsights);
    expect(insights.state).toBe("ready");
    expect(insights.figures?.own?.talk_ms).toBeGreaterThan(0);
    const { lines } = await rpc(TOM, "lines_with_links", EVENING, foundLines);
    expect(lines.map(({ text }) => text)).toEqual(["Los grupos reservan aquí: https://museo.example/grupos"]);
  });

  test("has files of three kinds, with translated names", async () => {
    const { lines } = await rpc(OMAR, "lines_with_files", EVENING, foundLines);
    expect(lines.map(({ file, translations }) => [file?.type, translations.length])).toEqual([
      ["application/pdf", 3],
      ["image/jpeg", 3],
      ["audio/wav", 3],
    ]);
  });

  test("asks no more of the first person", async () => {
    const waiting = await rpc(TOM, "home_confirmations", {}, homeConfirmations);
    expect(waiting.map(({ waits_for_me }) => waits_for_me)).toEqual([false, false, false]);
  });
});

describe("sample files", () => {
  test("are downloaded byte by byte by another person", async () => {
    const ids = SAMPLE_FILES.map(({ id }) => id);
    const found = await download(OMAR, ids);
    for (const { id, source } of SAMPLE_FILES) {
      const bytes = found.get(id);
      expect(bytes && hashOf(bytes)).toBe(hashOf(await readFile(join(root, "supabase/samples", source))));
    }
  });

  test("have previews, and contents that a search finds", async () => {
    const previews = await admin`
      select width, duration_ms, octet_length(picture) > 1000 as picture from public.file_previews order by file_id`;
    expect([...previews]).toEqual([
      { width: 595, duration_ms: null, picture: true },
      { width: 1200, duration_ms: null, picture: true },
      { width: null, duration_ms: 4517, picture: null },
    ]);
    const found = await admin`
      select file_id from public.file_texts where field = 'contents' and strpos(text, 'wheelchair') > 0`;
    expect(found).toHaveLength(1);
  });

  test("were shared in the past, and only once", async () => {
    const all = () => admin`select id, call_id, shared_at, checked_version from public.files order by id`;
    const before = [...(await all())];
    expect(before).toHaveLength(SAMPLE_FILES.length);
    await uploadSamples({ stack, root, data });
    expect([...(await all())]).toEqual(before);
    const late = await admin`
      select from public.files join public.calls on calls.id = files.call_id where files.shared_at not between started_at and ended_at`;
    expect(late.count).toBe(0);
  });

  test("stay below 300 KB", async () => {
    const names = SAMPLE_FILES.flatMap(({ source, preview }) => [source, preview?.picture ?? []].flat());
    const sizes = await Promise.all(
      names.map(async (name) => (await readFile(join(root, "supabase/samples", name))).length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  });
});

test("only a new database is filled", () => expect(stack.seeded).toBe(true));
