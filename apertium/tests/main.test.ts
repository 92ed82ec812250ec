/** The command line, as an operator and `npm run dev` use it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { apertiumRoot, postText } from "./service.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const TOKEN = "a-token-of-this-test";

let running: ChildProcess | undefined;
afterEach(() => running?.kill("SIGKILL"));

function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], { env });
  running = child;
  const output = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output.err += text;
  });
  return { child, output, ended: once(child, "close") };
}

async function start(args: readonly string[], env: Record<string, string> = {}) {
  const started = run(["--root", await apertiumRoot(), "--port", "0", ...args], env);
  const url = await vi.waitFor(() => {
    const [found] = /http:\/\/\S+/u.exec(started.output.out) ?? [];
    if (found === undefined) throw new Error(started.output.err || "not yet");
    return found;
  }, 15_000);
  return { ...started, url };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("node apertium/main.ts", () => {
  test("prints one line when it listens on loopback", async () => {
    const { url, output } = await start([]);
    expect(output.out).toMatch(/^Apertium listens on http:\/\/127\.0\.0\.1:\d+ with \d+ directions\.\n$/u);
    expect((await fetch(`${url}/listPairs`)).status).toBe(200);
    expect((await postText(url, "eng|spa", "secret house")).status).toBe(200);
    expect(JSON.stringify(output)).not.toContain("secret");
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("ends its pipelines on %s", async (signal) => {
    const { url, child, ended } = await start([]);
    await postText(url, "eng|spa", "house");
    const pids = await childrenOf(child.pid ?? 0);
    expect(pids.length).toBeGreaterThan(0);
    child.kill(signal);
    await ended;
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 10_000);
  });

  test("listens elsewhere only with a token", async () => {
    const { output, ended } = run(["--host", "0.0.0.0", "--port", "0"]);
    expect(await ended).toEqual([2, null]);
    expect(output.err).toBe("APERTIUM_TOKEN is needed to listen on 0.0.0.0.\n");

    const { url } = await start(["--host", "0.0.0.0"], { APERTIUM_TOKEN: TOKEN });
    const address = url.replace("0.0.0.0", "127.0.0.1");
    expect((await fetch(`${address}/listPairs`)).status).toBe(401);
    expect((await fetch(`${address}/listPairs`, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  });

  test.each([
    [["--port", "x"], {}, 2, "--port must be a whole number from 0 to 65535."],
    [["--max-open", "0"], {}, 2, "--max-open must be a whole number from 1 to 1000."],
    [["--host", "example.org"], {}, 2, "APERTIUM_TOKEN is needed to listen on example.org."],
    [[], { APERTIUM_TOKEN: "s3cret" }, 2, "APERTIUM_TOKEN needs at least 16 characters."],
    [["--root", "/nonexistent"], {}, 1, "There is no usable Apertium below /nonexistent."],
  ] as const)("ends with one sentence for %j", async (args, env, code, sentence) => {
    const { output, ended } = run(args, env);
    expect(await ended).toEqual([code, null]);
    expect(output).toEqual({ out: "", err: `${sentence}\n` });
  });

  test("ends with one sentence on a taken port", async () => {
    const { url } = await start([]);
    const first = running;
    const { output, ended } = run(["--root", await apertiumRoot(), "--port", new URL(url).port]);
    expect(await ended).toEqual([1, null]);
    expect(output.err).toMatch(/EADDRINUSE/u);
    first?.kill("SIGKILL");
  });
});

async function childrenOf(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ").filter(Boolean).map(Number);
}
