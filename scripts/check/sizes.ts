/** Sizes of a production build beside their budgets: of each route before the first click, of lazy parts, of the Worker. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { NAMESPACES } from "../../app/i18n/namespaces.ts";
import { ROOT } from "../lib/paths.ts";
import { LAZY_BUDGETS, ROUTE_BUDGETS_KB, WORKER_BUDGET_KB } from "./budgets.ts";

const part = z.object({ module: z.string(), imports: z.array(z.string()).default([]) });
const manifest = z.object({
  entry: part,
  routes: z.record(
    z.string(),
    part.extend({
      parentId: z.string().optional(),
      path: z.string().optional(),
      index: z.boolean().default(false),
      hasLoader: z.boolean().default(false),
    }),
  ),
});
type Manifest = z.infer<typeof manifest>;

export interface MeasuredSize {
  readonly name: string;
  /** Kilobytes, gzip. */
  readonly value: number;
  /** Undefined for a page without a budget, which is a fault. */
  readonly budget: number | undefined;
}

const STATIC_IMPORT = /(?:^|[;}\s])(?:import|export)(?:[^"'();]*?from)?\s*["'](\.{1,2}\/[^"']+\.js)["']/gu;
const MODULE_URL = /\/build\/(.+)$/u;
/** The file name of a lazy module's chunk, such as `WaitingRoom-rj5odf23.js`. */
const LAZY_CHUNK = /^([\w.]+)-[a-z0-9]{7}\.js$/u;
/** The messages of a namespace in a locale, such as `977db8d/call.en.js`. */
const MESSAGES_CHUNK = /^[\da-f]{7}\/(\w+)\.[a-z]{2}\.js$/u;
const NAMESPACES_OF_ROUTE = /^await loadNamespaces\(([^)]*)\)/mu;

/** Returns the path of a route, such as `/m/:code`. */
function pathOf(routes: Manifest["routes"], id: string): string {
  const segments: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId)
    segments.unshift(routes[at]?.path ?? "");
  return `/${segments.filter((segment) => segment !== "").join("/")}`;
}

const chainOf = (routes: Manifest["routes"], id: string): string[] => {
  const parent = routes[id]?.parentId;
  return parent === undefined ? [id] : [...chainOf(routes, parent), id];
};

/** Measures every page and the Worker of the build that `buildApp` made in `out`. */
export async function measureSizes(out: string): Promise<MeasuredSize[]> {
  const folder = join(out, "public/build");
  const texts = new Map<string, string>();
  const read = async (url: string) => {
    const cached = texts.get(url);
    if (cached !== undefined) return cached;
    const text = await readFile(join(folder, MODULE_URL.exec(url)?.[1] ?? ""), "utf8");
    texts.set(url, text);
    return text;
  };
  const found = (text: string, shape: RegExp) => [...text.matchAll(shape)].map((match) => match[1] ?? "");
  const gzipKilobytes = async (url: string) => gzipSync(await read(url), { level: 9 }).byteLength / 1000;

  async function closure(urls: readonly string[]): Promise<Set<string>> {
    const seen = new Set<string>();
    const open = [...urls];
    for (let url = open.pop(); url !== undefined; url = open.pop()) {
      if (seen.has(url)) continue;
      seen.add(url);
      const beside = new URL(url, "http://localhost");
      open.push(...found(await read(url), STATIC_IMPORT).map((path) => new URL(path, beside).pathname));
    }
    return seen;
  }

  const [name = ""] = (await readdir(folder)).filter((file) => file.startsWith("manifest-"));
  const { entry, routes } = manifest.parse(
    JSON.parse((await read(`/build/${name}`)).replace(/^window\.__remixManifest=/u, "").replace(/;\s*$/u, "")),
  );
  // A page loads the messages of one locale, one chunk a namespace. The largest locale counts.
  const namespaces = new Map<string, number>();
  const chunks = new Map<string, string>();
  for (const file of await readdir(folder, { recursive: true })) {
    const url = `/build/${file}`;
    const namespace = MESSAGES_CHUNK.exec(file)?.[1] ?? "";
    if (Object.hasOwn(NAMESPACES, namespace))
      namespaces.set(namespace, Math.max(namespaces.get(namespace) ?? 0, await gzipKilobytes(url)));
    const lazy = LAZY_CHUNK.exec(file)?.[1];
    if (lazy !== undefined) chunks.set(lazy, url);
  }
  const chunkOf = (module: string) => {
    const url = chunks.get(basename(module));
    if (url === undefined) throw new Error(`The build has no chunk of app/${module}.tsx: no lazy import leads to it.`);
    return url;
  };
  const namespacesOf = async (id: string) => {
    const source = await readFile(join(ROOT, "app", `${id}.tsx`), "utf8");
    return [...(NAMESPACES_OF_ROUTE.exec(source)?.[1] ?? "").matchAll(/[a-z]+/gu)].map(([name]) => name);
  };

  /** Sums the scripts with all their imports, and the messages that these modules of `app/` load. */
  async function weighAll(urls: readonly string[], sources: readonly string[]): Promise<number> {
    const needed = new Set(["start", ...(await Promise.all(sources.map(namespacesOf))).flat()]);
    let value = 0;
    for (const namespace of needed) value += namespaces.get(namespace) ?? 0;
    for (const url of await closure(urls)) value += await gzipKilobytes(url);
    return value;
  }

  const sizes: MeasuredSize[] = [];
  for (const id of Object.keys(routes)) {
    const isLayout = Object.values(routes).some(({ parentId }) => parentId === id);
    // A route without a screen has no JSX.
    const isPage = existsSync(join(ROOT, "app", `${id}.tsx`));
    if (isLayout || !isPage) continue;
    const modules = chainOf(routes, id).flatMap((step) => [
      routes[step]?.module ?? "",
      ...(routes[step]?.imports ?? []),
    ]);
    const path = pathOf(routes, id);
    const sources = chainOf(routes, id);
    const start = [`/build/${name}`, entry.module, ...entry.imports, ...modules];
    sizes.push({ name: path, value: await weighAll(start, sources), budget: ROUTE_BUDGETS_KB[path] });
    for (const { name, modules: later, budget } of LAZY_BUDGETS.filter(({ route }) => route === path)) {
      const value = await weighAll([...start, ...later.map(chunkOf)], [...sources, ...later]);
      sizes.push({ name, value, budget });
    }
  }
  const worker = gzipSync(await readFile(join(out, "worker.js")), { level: 9 }).byteLength / 1000;
  return [...sizes, { name: "Worker", value: worker, budget: WORKER_BUDGET_KB }];
}

/** Returns a line for each size, and whether all are within their budgets. */
export function checkBudget(sizes: readonly MeasuredSize[]): { lines: string[]; ok: boolean } {
  const lines = sizes.map(({ name, value, budget }) => {
    const bar = budget === undefined ? "no budget: give it one" : `≤ ${budget}${value > budget ? "  OVER" : ""}`;
    return `  ${name.padEnd(24)}${value.toFixed(1).padStart(7)} KB  ${bar}`;
  });
  return { lines, ok: sizes.every(({ value, budget }) => budget !== undefined && value <= budget) };
}
