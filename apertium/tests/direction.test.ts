/** Pipelines that end, hang or answer out of step. The programs are scripted, so that a text can be at fault. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createPool } from "../pool.ts";
import { echo, openPipelines, postText, scripted, startService, type TestService } from "./service.ts";

let service: TestService;
async function start(...args: Parameters<typeof startService>): Promise<void> {
  service = await startService(...args);
  onTestFinished(() => service.close());
}

const translate = (text: string) => service.translate("en|es", text);
const all = (...texts: readonly string[]) => Promise.all(texts.map(translate));

describe("a pipeline", () => {
  test("answers many texts in order", async () => {
    await start(scripted(echo("s/a/b/g"), echo("s/c/d/g")));
    const texts = Array.from({ length: 200 }, (_, index) => `a${"c".repeat(index % 7)}x${"a".repeat(index % 5)}`);
    const expected = texts.map((text) => ({ status: 200, text: text.replaceAll("a", "b").replaceAll("c", "d") }));
    expect(await all(...texts)).toEqual(expected);
    expect(service.log).toEqual([]);
  });

  test("is opened again after a kill", async () => {
    await start(scripted(echo()));
    expect((await translate("one")).status).toBe(200);
    const [group] = await openPipelines();
    process.kill(-(group ?? 0), "SIGKILL");
    expect(await all("two", "three")).toEqual([
      { status: 200, text: "two" },
      { status: 200, text: "three" },
    ]);
    expect(service.log).toHaveLength(1);
  });

  test("is replaced when it hangs", async () => {
    await start(scripted(echo()), { stallTimeoutMs: 300 });
    expect((await translate("one")).status).toBe(200);
    const [group] = await openPipelines();
    process.kill(-(group ?? 0), "SIGSTOP");
    expect(await all("two", "three")).toEqual([
      { status: 200, text: "two" },
      { status: 200, text: "three" },
    ]);
    expect(service.log).toEqual(["en-es ended: killed; texts in it: 2"]);
  });

  test("is replaced when it answers out of step", async () => {
    await start(scripted(echo("/two/{n;s#.*#[/77]#}")));
    expect(await all("one", "two", "three")).toEqual([
      { status: 200, text: "one" },
      { status: 422, text: "" },
      { status: 200, text: "three" },
    ]);
    expect(service.log.length).toBeGreaterThan(1);
  });

  test("rejects only the text that ends it", async () => {
    await start(scripted(echo("/fatal/q1")));
    expect(await all("one", "two", "fatal", "three", "four")).toEqual([
      { status: 200, text: "one" },
      { status: 200, text: "two" },
      { status: 422, text: "" },
      { status: 200, text: "three" },
      { status: 200, text: "four" },
    ]);
    expect((await translate("five")).text).toBe("five");
  });

  test("rejects only the text that makes it hang", async () => {
    await start(scripted(echo("/endless/e sleep 60")), { stallTimeoutMs: 300 });
    expect(await all("one", "endless", "two")).toEqual([
      { status: 200, text: "one" },
      { status: 422, text: "" },
      { status: 200, text: "two" },
    ]);
  });

  test("survives a text at fault in every second request", async () => {
    await start(scripted(echo("/fatal/q1")));
    const texts = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? `fatal ${index}` : `good ${index}`));
    const answers = await all(...texts);
    expect(answers.map(({ status }) => status)).toEqual(texts.map((text) => (text.startsWith("good") ? 200 : 422)));
  });

  test("responds 503 while none opens", async () => {
    await start(scripted(echo("q1")));
    expect((await all("one", "two")).map(({ status }) => status)).toEqual([503, 503]);
    expect((await translate("three")).status).toBe(503);
    // Not opened again for each text.
    expect(service.log).toEqual(["en-es does not start: exit code 1"]);
  });

  test("never logs a text", async () => {
    await start(scripted(echo("/fatal/q1")));
    await all("fatal secret", "other secret");
    expect(service.log.join("\n")).not.toContain("secret");
  });
});

describe("an aborted request", () => {
  test("leaves the queue", async () => {
    const { modes, env } = scripted(echo("/slow/e sleep 1"));
    const pool = createPool({ modes, env }, { maxOpen: 1, idleMs: 60_000, log: () => {} });
    const direction = pool.find("en", "es");
    const controller = new AbortController();
    const slow = Array.from({ length: 60 }, () => direction?.translate("slow", controller.signal));
    controller.abort(new Error("gone"));
    const outcomes = await Promise.allSettled(slow);
    expect(outcomes.every((outcome) => outcome.status === "rejected" && outcome.reason.message === "gone")).toBe(true);
    expect(await direction?.translate("quick", AbortSignal.timeout(10_000))).toBe("quick");
    pool.close();
  });

  test("frees its place among the requests", async () => {
    await start(scripted(echo("/slow/e sleep 4")), { timeoutMs: 20_000 });
    const controller = new AbortController();
    const requests = ["slow", ...Array.from({ length: 255 }, () => "x")].map((text) =>
      postText(service.url, "en|es", text, { signal: controller.signal }).catch(() => null),
    );
    await vi.waitFor(async () => expect((await fetch(`${service.url}/listPairs`)).status).toBe(503), 10_000);
    controller.abort();
    await Promise.all(requests);
    await vi.waitFor(async () => expect((await fetch(`${service.url}/listPairs`)).status).toBe(200), 10_000);
  });
});

describe("a request", () => {
  test("ends after its time", async () => {
    await start(scripted(echo("/slow/e sleep 30")), { timeoutMs: 300 });
    expect((await translate("slow")).status).toBe(504);
  });
});

describe("a pool", () => {
  const two = () => {
    const { modes, env } = scripted(echo());
    return { env, modes: [...modes, ...modes.map(({ programs }) => ({ programs, source: "es", target: "en" }))] };
  };

  test("closes an idle pipeline", async () => {
    await start(two(), { idleMs: 100 });
    await translate("one");
    await vi.waitFor(async () => expect(await openPipelines()).toEqual([]), 10_000);
    expect((await translate("two")).text).toBe("two");
    expect(service.log).toEqual([]);
  });

  test("keeps no more open than allowed", async () => {
    await start(two(), { maxOpen: 1 });
    const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
    const answers = texts.map((text, index) => service.translate(index % 2 === 0 ? "en|es" : "es|en", text));
    await vi.waitFor(async () => expect((await openPipelines()).length).toBe(1), 10_000);
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(texts);
    expect((await openPipelines()).length).toBe(1);
    expect(service.log).toEqual([]);
  });
});
