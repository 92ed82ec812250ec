/**
 * Bundles the client chunks again into fewer and larger files (decision 010). The compiler splits shared code wherever two
 * pages differ, into dozens of files of a few hundred bytes, each with its own request and poor compression.
 *
 * Here modules that are loaded together share a file. The base file has the modules of every page, and small modules of
 * most pages. The call's file has the modules that the call adds to the pre-join page. Other files have the modules that
 * the same pages share. Each file is then minified as a whole.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type GetManualChunk, type OutputChunk, type Plugin, rollup } from "rollup";
import * as z from "zod";
import { minifyModule } from "./minifyModule.ts";
import { sharedPackages } from "./sharedPackages.ts";

const part = z.looseObject({
  module: z.string(),
  imports: z.array(z.string()).optional(),
});
const manifestShape = z.looseObject({
  entry: part,
  routes: z.record(z.string(), part),
  version: z.string(),
  url: z.string(),
});
type Part = z.infer<typeof part>;

const MANIFEST_PREFIX = "window.__remixManifest=";
const PUBLIC_PATH = "/build/";
/** The end of a file name by the compiler. */
const HASH = /-[A-Z0-9]{8}(?:\.js)?$/u;
/** The chunk of the in-call screen, which also takes the modules loaded with it. */
const CALL_CHUNK = "Room.client";
/**
 * The cost of a separate file, as bytes of code for each page that loads it. Modules that cost the other pages less than
 * that in total go into the base file.
 */
const FILE_COST_BYTES = 1_350;
/** The client code of a route without a page, such as an export or an action for scripts, is shorter. */
const EMPTY_ROUTE_CHARS = 200;
/** Pages that are rarely opened take the files as the other pages need them. */
const RARE_PAGE = /\/routes\/(?:settings|recover|sign-up)/u;
/** The messages of a namespace in a locale: `call.en`. */
const MESSAGES = /^\w+\.[a-z]{2}$/u;

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Leaves false flags and empty values out, which Remix reads alike. Every page loads the manifest. */
const omitEmpty = (_key: string, value: unknown): unknown =>
  value === false || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value;

/** Rewrites `<out>/public/build`, its manifest, and the copy of the manifest in `<out>/worker.js`. */
export async function mergeChunks(out: string): Promise<void> {
  const folder = join(out, "public/build");
  const name = (await readdir(folder)).find((file) => file.startsWith("manifest-"));
  if (name === undefined) throw new Error("The build has no manifest.");
  const source = await readFile(join(folder, name), "utf8");
  const manifest = manifestShape.parse(JSON.parse(source.slice(MANIFEST_PREFIX.length).replace(/;\s*$/u, "")));
  const parts = [manifest.entry, ...Object.values(manifest.routes)];
  const files = new Map(parts.map((part) => [part, join(folder, part.module.slice(PUBLIC_PATH.length))]));
  const everywhere = [manifest.entry, manifest.routes.root].flatMap((part) => (part && files.get(part)) ?? []);

  const chunks = await bundle(folder, [...files.values()], everywhere);
  const worker = join(out, "worker.js");
  let workerSource = await readFile(worker, "utf8");
  // A page has these before a route loads.
  const loaded = new Set(
    chunks
      .filter(({ facadeModuleId }) => facadeModuleId !== null && everywhere.includes(facadeModuleId))
      .flatMap(({ imports }) => imports.map((file) => PUBLIC_PATH + file)),
  );
  const withoutPage = new Set<Part>();
  for (const part of parts) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === files.get(part));
    if (chunk === undefined) throw new Error(`The bundle has no ${part.module}.`);
    const oldModule = part.module;
    part.module = PUBLIC_PATH + chunk.fileName;
    part.imports = chunk.imports.map((file) => PUBLIC_PATH + file);
    if (!everywhere.includes(files.get(part) ?? "")) part.imports = part.imports.filter((file) => !loaded.has(file));
    workerSource = replaceModule(workerSource, oldModule, part);
    if (chunk.code.length < EMPTY_ROUTE_CHARS) withoutPage.add(part);
  }
  // Links to files, plain forms and scripts request these. The browser's router would only load their names.
  const pages = Object.entries(manifest.routes).filter(([, route]) => !withoutPage.has(route));
  const served = { ...manifest, routes: Object.fromEntries(pages) };
  const content = JSON.stringify({ ...served, version: "", url: "" }, omitEmpty);
  const version = hashOf(content).slice(0, 8);
  const url = `${PUBLIC_PATH}manifest-${version}.js`;
  for (const [before, after] of [
    [JSON.stringify(manifest.url), JSON.stringify(url)],
    [`version:${JSON.stringify(manifest.version)}`, `version:${JSON.stringify(version)}`],
  ] as const) {
    if (!workerSource.includes(before)) throw new Error(`The Worker does not contain ${before}.`);
    workerSource = workerSource.replaceAll(before, after);
  }
  await rm(join(folder, name));
  await writeFile(
    join(folder, url.slice(PUBLIC_PATH.length)),
    `${MANIFEST_PREFIX}${JSON.stringify({ ...served, version, url }, omitEmpty)};`,
  );
  await writeFile(worker, workerSource);
}

/** Replaces a module in the Worker's copy of the manifest, a literal whose keys have no quotes. */
function replaceModule(worker: string, oldModule: string, { module, imports }: Part): string {
  const place = new RegExp(
    `module:${JSON.stringify(oldModule).replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&")},imports:(?:\\[[^\\]]*\\]|void 0)`,
    "u",
  );
  if (!place.test(worker)) throw new Error(`The Worker does not contain ${oldModule}.`);
  return worker.replace(place, () => `module:${JSON.stringify(module)},imports:${JSON.stringify(imports)}`);
}

/** Bundles the compiler's files again, in their folder, and removes the old ones. */
async function bundle(folder: string, entries: readonly string[], everywhere: readonly string[]) {
  const locate: Plugin = {
    name: "served paths",
    resolveId: (source) => (source.startsWith(PUBLIC_PATH) ? join(folder, source.slice(PUBLIC_PATH.length)) : null),
  };
  const bundled = await rollup({
    input: Object.fromEntries(entries.map((file) => [file.slice(folder.length + 1).replace(HASH, ""), file])),
    plugins: [locate, sharedPackages],
    preserveEntrySignatures: "strict",
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  // Every page loads the names of some hundred files. Hexadecimal digits compress best, and messages share the hash of a folder.
  const generate = (messagesFolder: string, plugins: Plugin[]) =>
    bundled.generate({
      format: "es",
      plugins,
      hashCharacters: "hex",
      entryFileNames: "[name]-[hash:7].js",
      chunkFileNames({ name }) {
        const original = name.replace(HASH, "");
        return MESSAGES.test(original) ? `${messagesFolder}/${original}.js` : `${original}-[hash:7].js`;
      },
      manualChunks: chunkNameFor(entries, everywhere),
      onlyExplicitManualChunks: true,
    });
  // The folder is that of exactly this build, because its files may also differ by what they import.
  const draft = await generate("messages", []);
  const folderName = hashOf(draft.output.map((file) => ("code" in file ? file.code : "")).join()).slice(0, 7);
  const { output } = await generate(folderName, [minifyChunk]);
  await bundled.close();
  for (const file of await readdir(folder, { recursive: true }))
    if (file.endsWith(".js") && !file.startsWith("manifest-")) await rm(join(folder, file));
  const chunks = output.filter((file): file is OutputChunk => file.type === "chunk");
  for (const { fileName, code } of chunks) {
    await mkdir(dirname(join(folder, fileName)), { recursive: true });
    await writeFile(join(folder, fileName), code);
  }
  return chunks;
}

const minifyChunk: Plugin = {
  name: "minified as a whole",
  renderChunk: async (code) => ({ code: await minifyModule(code), map: null }),
};

/** Returns a function that names the file of a shared module. Other modules stay as the compiler split them. */
function chunkNameFor(entries: readonly string[], everywhere: readonly string[]): GetManualChunk {
  let names: ReadonlyMap<string, string> | null = null;
  return (id, graph) => {
    names ??= filesOf(graph, entries, everywhere);
    return names.get(id);
  };
}

type Graph = Parameters<GetManualChunk>[1];

/** Maps each module to its file. */
function filesOf({ getModuleIds, getModuleInfo }: Graph, entries: readonly string[], everywhere: readonly string[]) {
  const importsOf = (id: string) => getModuleInfo(id)?.importedIds ?? [];
  const reach = (starts: readonly string[]) => {
    const seen = new Set(starts);
    for (const id of seen) for (const imported of importsOf(id)) seen.add(imported);
    return seen;
  };
  const call = [...getModuleIds()].filter((id) => id.includes(`/${CALL_CHUNK}-`));
  /** Maps each module to the pages that load it eagerly, and the call. They load its imports too, so no cycles arise. */
  const users = new Map<string, string[]>();
  for (const [at, starts] of [...entries.map((entry) => [entry]), call].entries())
    for (const id of reach(starts)) users.set(id, [...(users.get(id) ?? []), `${at}`]);
  const shared = Map.groupBy(
    [...users.keys()].filter((id) => !entries.includes(id)),
    (id) => users.get(id)?.join(" ") ?? "",
  );

  const base = reach(everywhere);
  const sizeOf = (id: string) => getModuleInfo(id)?.code?.length ?? 0;
  const pageCount = entries.filter((entry) => sizeOf(entry) > EMPTY_ROUTE_CHARS && !RARE_PAGE.test(entry)).length;
  const usedBy = (key: string) => key.split(" ").filter((at) => !RARE_PAGE.test(entries[Number(at)] ?? "")).length;
  // Modules of the most pages come first, so that the file of their imports is decided before them.
  for (const [key, modules] of [...shared].toSorted(([a], [b]) => usedBy(b) - usedBy(a))) {
    const size = modules.reduce((sum, id) => sum + sizeOf(id), 0);
    const isClosed = modules.flatMap(importsOf).every((id) => base.has(id) || modules.includes(id));
    const savedBytes = FILE_COST_BYTES * usedBy(key);
    if (isClosed && size * (pageCount - usedBy(key)) < savedBytes) for (const id of modules) base.add(id);
  }

  const files = new Map<string, string>();
  for (const [at, [key, modules]] of [...shared].entries())
    for (const id of modules) files.set(id, base.has(id) ? "base" : key === `${entries.length}` ? CALL_CHUNK : `${at}`);
  return files;
}
