/**
 * Kills the edge function's process between the claim of a line and the storing of its translation. Nothing is lost:
 * the lease expires, and the next request translates the line. The function and the database are real, and the engine
 * waits for the test.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { line } from "#contracts/lines.ts";
import { translateResponse } from "#contracts/translate.ts";
import { type FunctionStack, inCall, rpc, startFunctionStack, type Visitor } from "./support/functionStack.ts";

let stack: FunctionStack;
/** Handles each text that the engine receives; the engine responds with the resolved value. */
let translated: (text: string) => Promise<string>;

beforeAll(async () => {
  stack = await startFunctionStack(
    async (request, response) => {
      if (request.url === "/listPairs") {
        const pairs = [{ sourceLanguage: "spa", targetLanguage: "eng" }];
        response.end(JSON.stringify({ responseData: pairs }));
        return;
      }
      let body = "";
      for await (const chunk of request) body += chunk;
      const translatedText = await translated(new URLSearchParams(body).get("q") ?? "");
      response.end(JSON.stringify({ responseData: { translatedText } }));
    },
    (origin) => ({ TRANSLATE_ENGINES: "apertium", APERTIUM_URL: origin }),
  );
});
afterAll(() => stack.close());

/** Creates a call where Ana wrote a Spanish line and Bob reads English. */
async function scene(text: string) {
  const [ana, bob] = await Promise.all([stack.visitor(), stack.visitor()]);
  const { call } = await inCall([
    [ana, "es"],
    [bob, "en"],
  ]);
  const { id } = await rpc(
    ana,
    "post_line",
    { p_line_id: randomUUID(), p_call_id: call, p_language: "es", p_text: text },
    line,
  );
  return { ana, bob, id };
}

const ask = ({ token }: Visitor, id: string) => stack.post("translate", token, { lines: [id] });

async function standing(who: Visitor, id: string) {
  const response = await ask(who, id);
  return translateResponse.parse(await response.json()).results.map(({ status, reason }) => ({ status, reason }));
}

const stored = (id: string) =>
  stack.admin`select status, attempts, text from public.translations where line_id = ${id}`;

/** Kills the only process of this stack that runs the function, found among this process's children. */
async function killFunction(): Promise<void> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const ours = stdout.split("\n").flatMap((row) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(row) ?? [];
    return Number(parent) === process.pid && command.endsWith("functions/translate/index.ts") ? [Number(pid)] : [];
  });
  const [pid] = ours;
  if (pid === undefined || ours.length > 1) throw new Error(`${ours.length} processes run the function.`);
  process.kill(pid, "SIGKILL");
}

/** Kills the process once the engine has the text of Ana's request, so after the claim. */
async function killedWhileTranslating(ana: Visitor, id: string): Promise<number> {
  const reached = Promise.withResolvers<void>();
  translated = () => {
    reached.resolve();
    return new Promise<string>(() => {});
  };
  const request = ask(ana, id);
  await reached.promise;
  await killFunction();
  const { status } = await request;
  return status;
}

/** Moves the lease back by twenty seconds, so that it expires. */
const endLease = (id: string) =>
  stack.admin`update public.translations set lease_until = now() - interval '1 second' where line_id = ${id}`;

test("a crash after the claim delays the line once", async () => {
  const { ana, bob, id } = await scene("el autobús sale a las ocho");
  expect(await killedWhileTranslating(ana, id)).toBe(502);
  expect(await stored(id)).toMatchObject([{ status: "claimed", attempts: 1, text: null }]);

  const received: string[] = [];
  translated = async (text) => {
    received.push(text);
    return "the bus leaves at eight";
  };
  // The lease may still be in use, so no other request gets it.
  expect(await standing(bob, id)).toEqual([{ status: "claimed", reason: null }]);
  expect(received).toEqual([]);
  await endLease(id);
  expect(await standing(bob, id)).toEqual([{ status: "ready", reason: null }]);
  expect(await standing(ana, id)).toEqual([{ status: "ready", reason: null }]);
  expect(received).toEqual(["el autobús sale a las ocho"]);
  expect(await stored(id)).toMatchObject([{ status: "ready", attempts: 2, text: "the bus leaves at eight" }]);
});

test("repeated crashes end with the original", async () => {
  const { ana, bob, id } = await scene("hola");
  for (const _try of [1, 2, 3]) {
    expect(await killedWhileTranslating(ana, id)).toBe(502);
    await endLease(id);
  }
  translated = () => Promise.reject(new Error("asked again"));
  expect(await standing(bob, id)).toEqual([{ status: "unavailable", reason: "translate/unavailable" }]);
  expect(await stored(id)).toMatchObject([{ status: "unavailable", attempts: 3, text: null }]);
});
