/** The edge function over the real database, REST and auth of the stack, with a recogniser that hears what a test wants. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { createdMeeting, enteredCall } from "#contracts/meetings.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { TRANSCRIBE, transcribeAnswer } from "#contracts/transcribe.ts";
import { functionError } from "#contracts/translate.ts";
import { type Stack, startStack } from "../../local/index.ts";

let stack: Stack;
let data: string;
let admin: postgres.Sql;
let recogniser: Server;
let heard = 0;

beforeAll(async () => {
  recogniser = createServer(async (request, response) => {
    for await (const _ of request);
    heard += 1;
    response.end(JSON.stringify({ text: "Hello." }));
  }).listen(0, "127.0.0.1");
  await once(recogniser, "listening");
  const { port } = recogniser.address() as AddressInfo;
  data = await mkdtemp(join(tmpdir(), "parley-transcribe-"));
  await chmod(data, 0o755);
  stack = await startStack({
    root: resolve(import.meta.dirname, "../.."),
    data,
    port: 0,
    siteUrl: "http://127.0.0.1:8787",
    functionsEnv: { TRANSCRIBE_URL: `http://127.0.0.1:${port}` },
    temporary: true,
  });
  admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await admin.end();
  await stack.close();
  recogniser.close();
  await rm(data, { recursive: true, force: true });
});

interface Visitor {
  client: SupabaseClient;
  id: string;
  token: string;
}

async function visitor(): Promise<Visitor> {
  const client = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signInAnonymously();
  if (error !== null || data.session === null) throw error ?? new Error("no session");
  return { client, id: data.session.user.id, token: data.session.access_token };
}

async function rpc<T>({ client }: Visitor, name: string, args: object, shape: z.ZodMiniType<T>): Promise<T> {
  const { data, error } = await client.rpc(name, args);
  if (error !== null) throw new Error(`${name}: ${error.message}`);
  return shape.parse(data);
}

/** Ana, in the call of a meeting of hers. */
async function scene() {
  const ana = await visitor();
  const { meeting_id, code } = await rpc(ana, "create_meeting", { id: randomUUID() }, createdMeeting);
  await rpc(ana, "knock", { code, display_name: "Ana", speaks: "en", reads: "en" }, z.unknown());
  const peer = randomUUID();
  const { call } = await rpc(ana, "enter_call", { meeting_id, peer_id: peer }, enteredCall);
  return { ana, meeting: meeting_id, call: call.id, peer };
}

/** A WAV of so many milliseconds of silence. */
function wav(milliseconds: number): Buffer {
  const sound = Buffer.alloc((TRANSCRIBE.sampleRate / 1_000) * 2 * milliseconds);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + sound.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(TRANSCRIBE.sampleRate, 24);
  header.writeUInt32LE(TRANSCRIBE.sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(sound.length, 40);
  return Buffer.concat([header, sound]);
}

/** What a segment's sender is answered: texts, or the code of a refusal. */
async function send(token: string, call: string, { id = randomUUID(), milliseconds = 1_500 } = {}) {
  const query = new URLSearchParams({ call_id: call, id, language: "en" });
  const response = await fetch(`${stack.url}/functions/v1/transcribe?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, apikey: stack.publishableKey, "content-type": "audio/wav" },
    body: new Uint8Array(wav(milliseconds)),
  });
  const answer = z.union([transcribeAnswer, functionError]).parse(await response.json());
  return "texts" in answer ? answer.texts : answer.error.code;
}

const spentOf = async (subject: string) => {
  const rows = await admin<{ amount: number }[]>`
    select amount::int from public.usage where kind = 'speech' and subject = ${subject}`;
  return rows.map(({ amount }) => amount);
};

test("what was heard is counted in the database, of the person and of the meeting; a segment sent again is not", async () => {
  const { ana, meeting, call } = await scene();
  const id = randomUUID();
  expect(await send(ana.token, call, { id })).toEqual(["Hello."]);
  expect(await send(ana.token, call, { id })).toEqual(["Hello."]);
  expect(await send(ana.token, call, { milliseconds: 500 })).toEqual(["Hello."]);
  expect([await spentOf(ana.id), await spentOf(meeting)]).toEqual([[2_000], [2_000]]);
});

test("a third who never entered, a forged token, an API key, and one who left: nothing is heard, nothing is taken", async () => {
  const { ana, meeting, call, peer } = await scene();
  const eve = await visitor();
  const [header = "", , signature = ""] = eve.token.split(".");
  const [, payload = ""] = ana.token.split(".");
  const before = heard;
  expect(await send(eve.token, call)).toBe("meeting/not-entered");
  expect(await send(`${header}.${payload}.${signature}`, call)).toBe("request/sign-in-needed");
  expect(await send(stack.publishableKey, call)).toBe("request/sign-in-needed");
  await rpc(ana, "leave_call", { call_id: call, peer_id: peer }, z.unknown());
  expect(await send(ana.token, call)).toBe("meeting/not-entered");
  expect(heard).toBe(before);
  expect(await spentOf(meeting)).toEqual([]);
});

test("when the day's sound is used up nothing more is heard; many phrases at once pass it as little as one", async () => {
  const { ana, meeting, call } = await scene();
  await send(ana.token, call, { milliseconds: 1 });
  await admin`update public.usage set amount = ${QUOTAS.speech.meeting - 2_000} where subject = ${meeting}`;
  const before = heard;
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(ana.token, call, { milliseconds: 1_000 })));
  expect(answers.filter((answer) => answer === "speech/quota")).toHaveLength(4);
  expect(heard - before).toBe(2);
  expect(await spentOf(meeting)).toEqual([QUOTAS.speech.meeting]);
});
