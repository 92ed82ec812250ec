/** The real apt-get against a repository on loopback, with the accidents of real networks and disks. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AptRepository, createAptRepository, toolsForRepository } from "../../../tests/support/aptRepository.ts";
import { mountTinyDisk } from "../../../tests/support/tinyDisk.ts";
import { fetchPackages, findFetchedRoot, findOutdatedRoot, type PackageSet } from "./fetchPackages.ts";
import { writeStamp } from "./stamp.ts";

const hasTools = await toolsForRepository();
if (!hasTools) process.stdout.write("not run, apt-get or gpg missing: fetchPackages.test.ts\n");

const BIG_BYTES = 3_000_000;
const DEB = "parley-big_1.0_all.deb";

let repository: AptRepository;
let parent: string;
let set: PackageSet;

beforeAll(async () => {
  if (!hasTools) return;
  repository = await createAptRepository([
    { name: "parley-main", depends: "parley-big, unrelated", bytes: 100 },
    { name: "parley-big", bytes: BIG_BYTES },
    { name: "unrelated", bytes: 100 },
  ]);
});
afterAll(() => repository?.close());
beforeEach(async () => {
  repository?.reset();
  for (const [name, value] of Object.entries(repository?.env ?? {})) vi.stubEnv(name, value);
  parent = await mkdtemp(join(tmpdir(), "parley-fetch-"));
  set = { title: "Test", folder: join(parent, "it's a folder"), wanted: ["parley-main"], closure: /^parley-/u };
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(parent, { recursive: true, force: true });
});

const fetch = (options: Partial<Parameters<typeof fetchPackages>[1]> = {}, of = set) =>
  fetchPackages(of, { signal: new AbortController().signal, ...options });
const kindOf = async (result: ReturnType<typeof fetchPackages>) => {
  const settled = await result;
  return settled.ok ? "fetched" : settled.failure.kind;
};
/** Returns the entries of the folder: a failed fetch leaves none. */
const entries = () => readdir(set.folder);

describe.skipIf(!hasTools)("fetching packages", { timeout: 60_000 }, () => {
  test("unpacks the closure and reports increasing progress", async () => {
    const percents: number[] = [];
    const result = await fetch({ onPercent: (percent) => percents.push(percent) });
    expect(result).toEqual({ ok: true, root: join(set.folder, "root") });
    expect(await readdir(join(set.folder, "root/usr/share"))).toEqual(["parley-big", "parley-main"]);
    expect(await entries()).toEqual(["root"]);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });

  test("fetches once for this system and these packages", async () => {
    await fetch();
    repository.reset();
    expect(await kindOf(fetch())).toBe("fetched");
    expect(repository.requests).toEqual([]);
    expect(await findFetchedRoot(set)).not.toBeNull();
    expect(await findFetchedRoot({ ...set, wanted: ["other"] })).toBeNull();
  });

  test("replaces the root of another system", async () => {
    const root = join(set.folder, "root");
    await mkdir(root, { recursive: true });
    const origin = { id: "debian", versionId: "1", architecture: process.arch, wanted: ["parley-main"] };
    await writeStamp(root, { ...origin, files: [] });
    expect([await findFetchedRoot(set), await findOutdatedRoot(set)]).toEqual([null, null]);
    await fetch();
    expect(await findOutdatedRoot({ ...set, wanted: ["other"] })).toBe(root);
    expect(await findFetchedRoot(set)).toBe(root);
    expect(await readdir(root)).toContain("usr");
  });

  test("downloads once for two simultaneous starts", async () => {
    const waits: number[] = [];
    const onWait = (pid: number) => waits.push(pid);
    expect(await Promise.all([kindOf(fetch({ onWait })), kindOf(fetch({ onWait }))])).toEqual(["fetched", "fetched"]);
    expect(waits).toEqual([process.pid]);
    expect(repository.requests.filter((path) => path === DEB)).toHaveLength(1);
  });

  test("does not use files of a killed fetch", async () => {
    const partial = join(set.folder, "root.partial/packages");
    await mkdir(partial, { recursive: true });
    await writeFile(join(partial, DEB), "wrong");
    expect(await kindOf(fetch())).toBe("fetched");
    expect(await readFile(join(set.folder, "root/usr/share/parley-big/data"))).toHaveLength(BIG_BYTES);
  });

  test("reports a mirror that answers HTML", async () => {
    repository.intercept = (_path, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html><h1>Sign in to this network</h1></html>");
      return true;
    };
    expect(await kindOf(fetch())).toBe("not-a-mirror");
    expect(await entries()).toEqual([]);
  });

  test("reports HTML in place of a package", async () => {
    repository.intercept = (path, response) => {
      if (path === DEB) response.end("<html>blocked</html>");
      return path === DEB;
    };
    expect(await kindOf(fetch())).toBe("altered");
    expect(await entries()).toEqual([]);
  });

  test("reports a cut download", async () => {
    const content = await repository.read(DEB);
    repository.intercept = (path, response) => {
      if (path !== DEB) return false;
      response.writeHead(200, { "content-length": content.length });
      response.write(content.subarray(0, 1000), () => response.destroy());
      return true;
    };
    expect(await kindOf(fetch())).toBe("interrupted");
    expect(await entries()).toEqual([]);
  });

  test.for(["InRelease", "Packages", DEB])("rejects an altered %s", async (name) => {
    const content = Buffer.from(await repository.read(name));
    // A hexadecimal digit or a byte of compressed data: the size stays.
    const at = name === "InRelease" ? content.indexOf("Origin: P") + 8 : Math.floor(content.length / 2);
    content[at] = (content[at] ?? 0) ^ 1;
    repository.intercept = (path, response) => {
      if (path === name) response.end(content);
      return path === name;
    };
    expect(await kindOf(fetch())).toBe("altered");
    expect(await entries()).toEqual([]);
  });

  test("reports an unreachable server", async () => {
    vi.stubEnv("http_proxy", "http://127.0.0.1:1");
    expect(await kindOf(fetch())).toBe("offline");
  });

  test("reports a proxy that requires a password", async () => {
    repository.intercept = (_path, response) => {
      response.writeHead(407, { "proxy-authenticate": "Basic" }).end();
      return true;
    };
    expect(await kindOf(fetch())).toBe("proxy-login");
  });

  test("reports packages that the system does not offer", async () => {
    expect(await kindOf(fetch({}, { ...set, wanted: ["parley-missing"] }))).toBe("not-in-sources");
  });

  test("rejects a path with a colon", async () => {
    expect(await kindOf(fetch({}, { ...set, folder: `${parent}/a:b` }))).toBe("colon-in-path");
    expect(await readdir(parent)).toEqual([]);
  });

  test("reports a folder that is not writable", async () => {
    await writeFile(join(parent, "file"), "");
    expect(await kindOf(fetch({}, { ...set, folder: join(parent, "file/folder") }))).toBe("not-writable");
  });

  test("reports a full disk and leaves nothing", async ({ skip }) => {
    const disk = await mountTinyDisk(2);
    if (disk === null) return skip("needs the permission to mount a small disk");
    set = { ...set, folder: join(disk.folder, "fetched") };
    expect(await kindOf(fetch())).toBe("disk-full");
    expect(await entries()).toEqual([]);
    await disk.remove();
  });

  test("ends apt and leaves nothing when it is cancelled", async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    repository.intercept = (path, response) => {
      if (path !== DEB) return false;
      response.writeHead(200, { "content-length": BIG_BYTES });
      response.write(Buffer.alloc(1000), () => controller.abort());
      response.once("close", () => closed.resolve());
      return true;
    };
    expect(await kindOf(fetch({ signal: controller.signal }))).toBe("cancelled");
    await closed.promise;
    expect(await entries()).toEqual([]);
  });
});
