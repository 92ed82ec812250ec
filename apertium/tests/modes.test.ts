import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { languageTag, readInstallation } from "../modes.ts";
import { apertiumRoot } from "./service.ts";

const DATA = "/usr/share/apertium";
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "parley's apertium "));
  for (const program of ["lt-proc", "apertium-transfer", "apertium-tagger", "rm"]) await put(`/usr/bin/${program}`);
  await mkdir(join(root, "usr/lib/x86_64-linux-gnu"), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, content = ""): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

/** Writes a mode and the files that it names. */
async function putMode(name: string, line: string): Promise<void> {
  for (const [, path = ""] of line.matchAll(/'([^']*)'/gu)) await put(path);
  await put(`${DATA}/modes/${name}.mode`, line);
}

const bin = (name: string) => join(root, "usr/bin", name);
const data = (name: string) => join(root, DATA, name);

describe("readInstallation", () => {
  test("reads a mode into programs below the root", async () => {
    await putMode(
      "spa-eng",
      `lt-proc -w '${DATA}/a.bin' | apertium-tagger -g $2 '${DATA}/b.prob' | lt-proc $1 '${DATA}/autogen.bin'\n`,
    );
    const { modes, env } = readInstallation(root);
    expect(modes).toEqual([
      {
        source: "es",
        target: "en",
        programs: [
          [bin("lt-proc"), "-z", "-w", data("a.bin")],
          [bin("apertium-tagger"), "-z", "-g", data("b.prob")],
          [bin("lt-proc"), "-z", "-n", data("autogen.bin")],
        ],
      },
    ]);
    expect(env.LD_LIBRARY_PATH).toBe(`${root}/usr/lib/x86_64-linux-gnu:${root}/lib/x86_64-linux-gnu`);
  });

  test("splits the deprecated form of apertium-transfer", async () => {
    await putMode("es-pt", `apertium-transfer '${DATA}/a.t1x' '${DATA}/a.bin' '${DATA}/autobil.bin'`);
    expect(readInstallation(root).modes[0]?.programs).toEqual([
      [bin("lt-proc"), "-z", "-b", data("autobil.bin")],
      [bin("apertium-transfer"), "-z", "-b", data("a.t1x"), data("a.bin")],
    ]);
  });

  test("leaves the other forms of apertium-transfer", async () => {
    await putMode("es-pt", `apertium-transfer -n '${DATA}/a.t1x' '${DATA}/a.bin'`);
    expect(readInstallation(root).modes[0]?.programs).toEqual([
      [bin("apertium-transfer"), "-z", "-n", data("a.t1x"), data("a.bin")],
    ]);
  });

  test("replaces a fixed flag that marks unknown words", async () => {
    await putMode("nl-af", `lt-proc -g '${DATA}/nl-af.autogen.bin'`);
    expect(readInstallation(root).modes[0]?.programs).toEqual([
      [bin("lt-proc"), "-z", "-n", data("nl-af.autogen.bin")],
    ]);
  });

  test("skips modes that are variants, incomplete or dangerous", async () => {
    await putMode("spa-eng", `lt-proc '${DATA}/a.bin'`);
    await putMode("spa-cat_valencia", `lt-proc '${DATA}/a.bin'`);
    await putMode("eng-spa-tagger", `lt-proc '${DATA}/a.bin'`);
    await put(`${DATA}/modes/ca-eo.mode`, `lt-proc '${DATA}/missing.bin'`);
    await put(`${DATA}/modes/spa-fra.mode`, `cg-proc '${DATA}/a.bin'`);
    await put(`${DATA}/modes/fr-es.mode`, `rm -rf '${DATA}'`);
    await put(`${DATA}/modes/fr-ca.mode`, "");
    await put(`${DATA}/modes/fr-pt.mode`, "lt-proc | /usr/bin/lt-proc");
    expect(readInstallation(root).modes.map(({ source, target }) => `${source}-${target}`)).toEqual(["es-en"]);
  });

  test("prefers the newer of two pairs", async () => {
    await putMode("fr-es", `lt-proc '${DATA}/old.bin'`);
    await putMode("fra-spa", `lt-proc '${DATA}/new.bin'`);
    expect(readInstallation(root).modes.map(({ programs }) => programs[0]?.[2])).toEqual([data("new.bin")]);
  });

  test("throws one sentence without a mode", () => {
    expect(() => readInstallation(root)).toThrow(/^There is no usable Apertium below .*\.$/u);
    expect(() => readInstallation(join(root, "missing"))).toThrow(/no usable Apertium/u);
  });

  test("throws one sentence for a path with a colon", async () => {
    await putMode("spa-eng", `lt-proc '${DATA}/a.bin'`);
    const before = root;
    root = join(root, "a:b");
    await put("/usr/bin/lt-proc");
    await putMode("spa-eng", `lt-proc '${DATA}/a.bin'`);
    expect(() => readInstallation(root)).toThrow(/contains a colon/u);
    root = before;
  });

  test("finds the eight directions of Apertium itself", async () => {
    const names = readInstallation(await apertiumRoot()).modes.map(({ source, target }) => `${source}-${target}`);
    expect(names).toEqual(
      expect.arrayContaining(["en-es", "es-en", "fr-es", "es-fr", "es-pt", "pt-es", "ca-es", "es-ca"]),
    );
  });
});

describe("languageTag", () => {
  test("shortens codes of three letters", () => {
    expect(["spa", "es", "nob", "hbs", "arg", "zzz"].map(languageTag)).toEqual(["es", "es", "nb", "hbs", "an", "zzz"]);
  });
});
