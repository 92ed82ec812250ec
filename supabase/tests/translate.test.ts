/**
 * The edge function with the real database, REST and Realtime of the stack, and an engine whose results the test sets.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { line } from "#contracts/lines.ts";
import { meetingEvents, topics } from "#contracts/realtime.ts";
import { functionError, translateResponse } from "#contracts/translate.ts";
import { type FunctionStack, inCall, rpc, startFunctionStack } from "./support/functionStack.ts";

let stack: FunctionStack;
/** Returns the engine's translation of a text, or null for an HTML page. */
let says: (text: string) => string | null = (text) => `in English: ${text}`;

beforeAll(async () => {
  stack = await startFunctionStack(
    async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const translated = says(new URLSearchParams(body).get("q") ?? "");
      const pairs = [{ sourceLanguage: "spa", targetLanguage: "eng" }];
      if (request.url === "/listPairs") response.end(JSON.stringify({ responseData: pairs }));
      else if (translated === null) response.end("<html><h1>It works!</h1></html>");
      else response.end(JSON.stringify({ responseData: { translatedText: translated } }));
    },
    (origin) => ({ APERTIUM_URL: origin }),
  );
});
afterAll(() => stack.close());

/** Creates a call where Ana writes Spanish, and Bob reads English and subscribes. */
async function scene() {
  const [ana, bob] = await Promise.all([stack.visitor(), stack.visitor()]);
  const { meeting, call } = await inCall([
    [ana, "es"],
    [bob, "en"],
  ]);
  await bob.client.realtime.setAuth(bob.token);
  const channel = bob.client.channel(topics.meeting(meeting, 1, call), { config: { private: true } });
  const broadcast = new Promise<z.infer<typeof meetingEvents.translated>>((resolve) => {
    channel.on("broadcast", { event: "translated" }, ({ payload }) => resolve(meetingEvents.translated.parse(payload)));
  });
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => (status === "SUBSCRIBED" ? resolve() : reject(error ?? new Error(status))));
  });
  const write = (text: string) =>
    rpc(ana, "post_line", { p_line_id: randomUUID(), p_call_id: call, p_language: "es", p_text: text }, line);
  return { ana, bob, broadcast, write, end: () => bob.client.removeAllChannels() };
}

async function ask(token: string, lines: readonly string[]) {
  const response = await stack.post("translate", token, { lines });
  return { status: response.status, body: z.union([translateResponse, functionError]).parse(await response.json()) };
}

test("a translation is broadcast and stored", async () => {
  const { ana, bob, broadcast, write, end } = await scene();
  const { id } = await write("buenos días\n& <b>adiós</b>");
  const standing = { line_id: id, language: "en", status: "ready", reason: null };
  expect(await ask(ana.token, [id])).toEqual({ status: 200, body: { results: [standing] } });
  const text = "in English: buenos días\n& <b>adiós</b>";
  expect(await broadcast).toMatchObject({ line_id: id, translations: [{ language: "en", text, engine: "apertium" }] });
  const rows = await stack.admin`select text from public.translations where line_id = ${id}`;
  expect([...rows]).toEqual([{ text }]);
  // A second request does not translate the line again.
  says = () => "another";
  expect(await ask(bob.token, [id])).toEqual({ status: 200, body: { results: [standing] } });
  says = (text) => `in English: ${text}`;
  await end();
});

test("rejects outsiders, forged tokens and API keys", async () => {
  const { ana, write, end } = await scene();
  const { id } = await write("secreto");
  const eve = await stack.visitor();
  expect(await ask(eve.token, [id])).toEqual({ status: 200, body: { results: [] } });
  const [header = "", , signature = ""] = eve.token.split(".");
  const [, payload = ""] = ana.token.split(".");
  const refused = { status: 401, body: { error: { code: "request/sign-in-needed" } } };
  expect(await ask(`${header}.${payload}.${signature}`, [id])).toEqual(refused);
  expect(await ask(stack.publishableKey, [id])).toEqual(refused);
  const { data: rows } = await eve.client.from("translations").select("*");
  expect(rows).toBeNull();
  await end();
});

test("an HTML response costs no attempt and opens the breaker", async () => {
  const { ana, broadcast, write, end } = await scene();
  const { id } = await write("hola");
  says = () => null;
  const failed = { line_id: id, language: "en", status: "failed", reason: "translate/unavailable" };
  const paused = { status: 200, body: { results: [failed], retry_after_ms: expect.any(Number) } };
  expect(await ask(ana.token, [id])).toEqual(paused);
  expect(await broadcast).toMatchObject({
    line_id: id,
    translations: [{ status: "failed", text: null, reason: "translate/unavailable" }],
  });
  says = (text) => text;
  expect(await ask(ana.token, [id])).toEqual(paused);
  const rows = await stack.admin`select status, attempts, unanswered from public.translations where line_id = ${id}`;
  expect([...rows]).toEqual([{ status: "failed", attempts: 0, unanswered: 1 }]);
  await end();
});
