/**
 * Fewer and larger files. The compiler cuts what pages share along every line at which two of them differ: dozens of files of
 * a few hundred bytes, each with a request of its own, and badly compressed. Here they are bundled once more, by what is
 * loaded together: what every page loads is one file, with the crumbs that most load; so is what a call adds to its door, and
 * what the same pages share. Each is then minified as a whole: the compiler saw only its pieces.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type GetManualChunk, type OutputChunk, type Plugin, rollup } from "rollup";
import { minify } from "terser";
import * as z from "zod";

const part = z.looseObject({ module: z.string(), imports: z.array(z.string()).optional() });
const manifestShape = z.looseObject({
  entry: part,
  routes: z.record(z.string(), part),
  version: z.string(),
  url: z.string(),
});
type Part = z.infer<typeof part>;

const MANIFEST_PREFIX = "window.__remixManifest=";
const PUBLIC_PATH = "/build/";
/** How the compiler ends a file's name. */
const HASH = /-[A-Z0-9]{8}(?:\.js)?$/u;
/** The chunk of a late part, and what stands with it. */
const CALL_CHUNK = "Room";
/** What a file of its own costs whoever loads it, in bytes of code. What costs less at those who do not use it goes to all. */
const FILE_COST_BYTES = 1_000;

/** Rewrites `<out>/public/build`, its manifest, and the copy of the manifest in `<out>/worker.js`. */
export async function mergeChunks(out: string): Promise<void> {
  const folder = join(out, "public/build");
  const name = (await readdir(folder)).find((file) => file.startsWith("manifest-"));
  if (name === undefined) throw new Error("The build has no manifest.");
  const declared = await readFile(join(folder, name), "utf8");
  const manifest = manifestShape.parse(JSON.parse(declared.slice(MANIFEST_PREFIX.length).replace(/;\s*$/u, "")));
  const parts = [manifest.entry, ...Object.values(manifest.routes)];
  const files = new Map(parts.map((one) => [one, join(folder, one.module.slice(PUBLIC_PATH.length))]));
  const everywhere = [manifest.entry, manifest.routes.root].flatMap((one) => (one && files.get(one)) ?? []);

  const chunks = await bundle(folder, [...files.values()], everywhere);
  const worker = join(out, "worker.js");
  let served = await readFile(worker, "utf8");
  for (const one of parts) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === files.get(one));
    if (chunk === undefined) throw new Error(`${one.module} got lost.`);
    const before = one.module;
    one.module = PUBLIC_PATH + chunk.fileName;
    one.imports = chunk.imports.map((file) => PUBLIC_PATH + file);
    served = replaced(served, before, one);
  }
  const content = JSON.stringify({ ...manifest, version: "", url: "" });
  const version = createHash("sha256").update(content).digest("hex").slice(0, 8);
  const url = `${PUBLIC_PATH}manifest-${version.toUpperCase()}.js`;
  for (const [before, after] of [
    [JSON.stringify(manifest.url), JSON.stringify(url)],
    [`version:${JSON.stringify(manifest.version)}`, `version:${JSON.stringify(version)}`],
  ] as const) {
    if (!served.includes(before)) throw new Error(`The Worker does not say ${before}.`);
    served = served.replaceAll(before, after);
  }
  await rm(join(folder, name));
  await writeFile(
    join(folder, url.slice(PUBLIC_PATH.length)),
    `${MANIFEST_PREFIX}${JSON.stringify({ ...manifest, version, url })};`,
  );
  await writeFile(worker, served);
}

/** The Worker's copy is a literal whose keys have no quotes. */
function replaced(worker: string, module: string, { module: now, imports }: Part): string {
  const place = new RegExp(
    `module:${JSON.stringify(module).replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&")},imports:(?:\\[[^\\]]*\\]|void 0)`,
    "u",
  );
  if (!place.test(worker)) throw new Error(`The Worker does not know ${module}.`);
  return worker.replace(place, () => `module:${JSON.stringify(now)},imports:${JSON.stringify(imports)}`);
}

/** Bundles the compiler's files again, in their folder, and takes the old ones away. */
async function bundle(folder: string, entries: readonly string[], everywhere: readonly string[]) {
  const locate: Plugin = {
    name: "served paths",
    resolveId: (source) => (source.startsWith(PUBLIC_PATH) ? join(folder, source.slice(PUBLIC_PATH.length)) : null),
  };
  const made = await rollup({
    input: Object.fromEntries(entries.map((file) => [file.slice(folder.length + 1).replace(HASH, ""), file])),
    plugins: [locate],
    // What the compiler kept has its reason: nothing is taken away here.
    treeshake: false,
    preserveEntrySignatures: "strict",
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await made.generate({
    format: "es",
    plugins: [minified],
    hashCharacters: "base36",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: ({ name }) => `_shared/${name.replace(HASH, "")}-[hash].js`,
    manualChunks: chunkNameFor(entries, everywhere),
    onlyExplicitManualChunks: true,
  });
  await made.close();
  for (const file of await readdir(folder, { recursive: true }))
    if (file.endsWith(".js") && !file.startsWith("manifest-")) await rm(join(folder, file));
  const chunks = output.filter((one): one is OutputChunk => one.type === "chunk");
  for (const { fileName, code } of chunks) {
    await mkdir(dirname(join(folder, fileName)), { recursive: true });
    await writeFile(join(folder, fileName), code);
  }
  return chunks;
}

const minified: Plugin = {
  name: "minified as a whole",
  async renderChunk(code) {
    const { code: smaller } = await minify(code, { module: true, ecma: 2020, compress: { passes: 2 } });
    if (smaller === undefined) throw new Error("Nothing is left of a chunk.");
    return { code: smaller, map: null };
  },
};

/** Names the file in which a module stands together with others; the rest stays as the compiler cut it. */
function chunkNameFor(entries: readonly string[], everywhere: readonly string[]): GetManualChunk {
  let names: ReadonlyMap<string, string> | null = null;
  return (id, graph) => {
    names ??= filesOf(graph, entries, everywhere);
    return names.get(id);
  };
}

type Graph = Parameters<GetManualChunk>[1];

/** By module the file that it goes into. */
function filesOf({ getModuleIds, getModuleInfo }: Graph, entries: readonly string[], everywhere: readonly string[]) {
  const importsOf = (id: string) => getModuleInfo(id)?.importedIds ?? [];
  const reach = (starts: readonly string[]) => {
    const seen = new Set(starts);
    for (const one of seen) for (const imported of importsOf(one)) seen.add(imported);
    return seen;
  };
  const call = [...getModuleIds()].filter((one) => one.includes(`/${CALL_CHUNK}-`));
  /** By module the pages that load it at once, and the call. What it imports is loaded by all of them too: no circles. */
  const users = new Map<string, string[]>();
  for (const [at, starts] of [...entries.map((entry) => [entry]), call].entries())
    for (const one of reach(starts)) users.set(one, [...(users.get(one) ?? []), `${at}`]);
  const shared = Map.groupBy(
    [...users.keys()].filter((one) => !entries.includes(one)),
    (one) => users.get(one)?.join(" ") ?? "",
  );

  const base = reach(everywhere);
  const usedBy = (key: string) => key.split(" ").length;
  // Those of the most pages first: what they import is then decided.
  for (const [key, modules] of [...shared].toSorted(([a], [b]) => usedBy(b) - usedBy(a))) {
    const size = modules.reduce((sum, one) => sum + (getModuleInfo(one)?.code?.length ?? 0), 0);
    const closed = modules.flatMap(importsOf).every((one) => base.has(one) || modules.includes(one));
    const spared = FILE_COST_BYTES * usedBy(key);
    if (closed && size * (entries.length - usedBy(key)) < spared) for (const one of modules) base.add(one);
  }

  const found = new Map<string, string>();
  for (const [at, [key, modules]] of [...shared].entries())
    for (const one of modules)
      found.set(one, base.has(one) ? "base" : key === `${entries.length}` ? CALL_CHUNK : `shared${at}`);
  return found;
}
