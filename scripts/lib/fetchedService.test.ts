/** The real apt-get, and a service that the test starts and ends. */
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AptRepository, createAptRepository, toolsForRepository } from "../../tests/support/aptRepository.ts";
import type { PackageSet } from "./apt/fetchPackages.ts";
import { currentOrigin, writeStamp } from "./apt/stamp.ts";
import { createFetchedService, type RunningService } from "./fetchedService.ts";

const hasTools = await toolsForRepository();

let repository: AptRepository;
let folder: string;
let set: PackageSet;

beforeAll(async () => {
  if (hasTools) repository = await createAptRepository([{ name: "parley-main", bytes: 100 }]);
});
afterAll(() => repository?.close());
beforeEach(async () => {
  repository?.reset();
  for (const [name, value] of Object.entries(repository?.env ?? {})) vi.stubEnv(name, value);
  folder = await mkdtemp(join(tmpdir(), "parley-service-"));
  set = { title: "Test", folder, wanted: ["parley-main"], closure: /^parley-/u };
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** `starts`: whether each start succeeds; later starts succeed. */
function scene(starts: readonly boolean[] = []) {
  const printed: string[] = [];
  const roots: string[] = [];
  /** Ends the newest service. */
  let end = () => {};
  const start = async (root: string): Promise<RunningService | null> => {
    roots.push(root);
    if (starts[roots.length - 1] === false) return null;
    const ended = Promise.withResolvers<void>();
    end = ended.resolve;
    return { ended: ended.promise, close: async () => ended.resolve() };
  };
  const line = { show: () => {}, clear: () => {}, print: (text: string) => void printed.push(text) };
  const service = createFetchedService({ set, start, line, announcement: "It is here", alternatives: "Or else" });
  return { service, printed, roots, end: () => end() };
}

describe.skipIf(!hasTools)("a fetched service", { timeout: 60_000 }, () => {
  test("starts after the fetch", async () => {
    const { service, printed, roots } = scene();
    await service.fetchAndRun();
    expect(printed).toEqual(["  It is here"]);
    expect(roots).toEqual([join(folder, "root")]);
    await service.close();
  });

  test("prints the reason and the alternatives", async () => {
    repository.intercept = (_path, response) => {
      response.writeHead(503).end();
      return true;
    };
    const { service, printed, roots } = scene();
    await service.fetchAndRun();
    expect(printed).toEqual([expect.stringMatching(/^ {2}Test was not fetched[^\n]*\nOr else$/u)]);
    expect(roots).toEqual([]);
    await service.close();
  });

  test("reports programs that do not start", async () => {
    const { service, printed } = scene([false]);
    await service.fetchAndRun();
    expect(printed).toEqual(["  Test was fetched, but does not start.\nOr else"]);
  });

  test("uses a root with other packages if the fetch fails", async () => {
    const root = join(folder, "root");
    await mkdir(root);
    await writeStamp(root, { ...(await currentOrigin(["parley-old"])), files: [] });
    vi.stubEnv("http_proxy", "http://127.0.0.1:1");
    const { service, printed, roots } = scene();
    await service.fetchAndRun();
    expect([printed, roots]).toEqual([["  It is here"], [root]]);
    await service.close();
  });

  test("ends the fetch and prints nothing on close", async () => {
    const reached = Promise.withResolvers<void>();
    repository.intercept = () => {
      reached.resolve();
      return true;
    };
    const { service, printed, roots } = scene();
    void service.fetchAndRun();
    await reached.promise;
    await service.close();
    expect([printed, roots, await readdir(folder)]).toEqual([[], [], []]);
    await service.fetchAndRun();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a service that ends", () => {
  test("starts again, at most three times a minute", async () => {
    const { service, printed, roots, end } = scene();
    await service.run("/root");
    for (let count = 1; count <= 3; count += 1) {
      end();
      await expect.poll(() => roots.length).toBe(count + 1);
    }
    end();
    await expect.poll(() => printed.at(-1)).toBe("Test ended and is not started again.");
    expect(roots).toHaveLength(4);
  });

  test("does not start again on close", async () => {
    const { service, printed, roots } = scene();
    await service.run("/root");
    await service.close();
    expect([printed, roots]).toEqual([[], ["/root"]]);
  });
});
