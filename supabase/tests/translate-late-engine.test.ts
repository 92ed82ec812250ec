/**
 * An engine whose address is known before it listens, as when `npm run dev` fetches Apertium after the start. Lines wait
 * for it, and no line becomes unavailable in between.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { line } from "#contracts/lines.ts";
import { translateResponse } from "#contracts/translate.ts";
import { freePort } from "../../scripts/lib/ports.ts";
import { type FunctionStack, inCall, rpc, startFunctionStack } from "./support/functionStack.ts";

/** More than the attempts after which a line is final. */
const REQUESTS_BEFORE = 6;

let stack: FunctionStack;
let port: number;
let engine: Server | undefined;

beforeAll(async () => {
  port = await freePort();
  stack = await startFunctionStack(
    (_request, response) => response.writeHead(404).end(),
    () => ({ APERTIUM_URL: `http://127.0.0.1:${port}` }),
  );
});
afterAll(async () => {
  engine?.closeAllConnections();
  engine?.close();
  await stack.close();
});

async function startEngine(): Promise<void> {
  engine = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const pairs = [{ sourceLanguage: "spa", targetLanguage: "eng" }];
    const translatedText = `in English: ${new URLSearchParams(body).get("q")}`;
    response.end(JSON.stringify({ responseData: request.url === "/listPairs" ? pairs : { translatedText } }));
  });
  await once(engine.listen(port, "127.0.0.1"), "listening");
}

test("waiting lines are translated when the engine arrives", { timeout: 60_000 }, async () => {
  const [ana, bob] = await Promise.all([stack.visitor(), stack.visitor()]);
  const { call } = await inCall([
    [ana, "es"],
    [bob, "en"],
  ]);
  const args = { p_line_id: randomUUID(), p_call_id: call, p_language: "es", p_text: "hola" };
  const { id } = await rpc(ana, "post_line", args, line);
  const status = async () => {
    const response = await stack.post("translate", bob.token, { lines: [id] });
    return translateResponse.parse(await response.json()).results.map((result) => result.status);
  };
  const stored = () => stack.admin`
    select status, attempts, unanswered, text from public.translations where line_id = ${id}`;

  for (let count = 0; count < REQUESTS_BEFORE; count += 1) expect(await status()).toEqual(["failed"]);
  expect(await stored()).toEqual([{ status: "failed", attempts: 0, unanswered: 0, text: null }]);
  const [usage] =
    await stack.admin`select coalesce(sum(amount), 0)::int as used from public.usage where kind = 'translate'`;
  expect(usage).toEqual({ used: 0 });

  await startEngine();
  await expect.poll(status, { timeout: 40_000, interval: 500 }).toEqual(["ready"]);
  expect(await stored()).toEqual([{ status: "ready", attempts: 1, unanswered: 0, text: "in English: hola" }]);
});
