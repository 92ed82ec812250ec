/** What each route of a production build makes a browser load before its first press, beside its budget. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { AREAS } from "../../app/i18n/areas.ts";
import { ROOT } from "../lib/paths.ts";
import { ROUTE_BUDGETS, WORKER_BUDGET } from "./budgets.ts";

const part = z.object({ module: z.string(), imports: z.array(z.string()).default([]) });
const manifest = z.object({
  entry: part,
  routes: z.record(
    z.string(),
    part.extend({
      parentId: z.string().optional(),
      path: z.string().optional(),
      index: z.boolean().default(false),
      hasLoader: z.boolean(),
    }),
  ),
});
type Manifest = z.infer<typeof manifest>;

export interface Size {
  readonly name: string;
  /** Kilobytes, gzip. */
  readonly value: number;
  /** `undefined`: a page without a budget, which is a fault. */
  readonly budget: number | undefined;
}

const STATIC_IMPORT = /(?:^|[;}\s])(?:import|export)(?:[^"'();]*?from)?\s*"(\/build\/[^"]+\.js)"/gu;
const MODULE_URL = /\/build\/(.+)$/u;
/** The texts of an area in one locale, as the compiler names their chunks. */
const AREA_CHUNK = /^([a-z]+)-[A-Z0-9]{8}\.js$/u;
const AREAS_OF_ROUTE = /^await texts\(([^)]*)\)/mu;

/** `/m/:code` of a route; the empty path is `/`. */
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

/** Measures the build in `out` (what `buildApp` made): every page, and the Worker. */
export async function measureSizes(out: string): Promise<Size[]> {
  const folder = join(out, "public/build");
  const texts = new Map<string, string>();
  const read = async (url: string) => {
    const known = texts.get(url);
    if (known !== undefined) return known;
    const text = await readFile(join(folder, MODULE_URL.exec(url)?.[1] ?? ""), "utf8");
    texts.set(url, text);
    return text;
  };
  const found = (text: string, shape: RegExp) => [...text.matchAll(shape)].map((match) => match[1] ?? "");
  const weigh = async (url: string) => gzipSync(await read(url), { level: 9 }).byteLength / 1000;

  async function closure(urls: readonly string[]): Promise<Set<string>> {
    const seen = new Set<string>();
    const open = [...urls];
    for (let url = open.pop(); url !== undefined; url = open.pop()) {
      if (seen.has(url)) continue;
      seen.add(url);
      open.push(...found(await read(url), STATIC_IMPORT));
    }
    return seen;
  }

  const [name = ""] = (await readdir(folder)).filter((file) => file.startsWith("manifest-"));
  const { entry, routes } = manifest.parse(
    JSON.parse((await read(`/build/${name}`)).replace(/^window\.__remixManifest=/u, "").replace(/;\s*$/u, "")),
  );
  // One locale's texts are loaded: of each area the heaviest counts.
  const areas = new Map<string, number>();
  for (const file of await readdir(join(folder, "_shared"))) {
    const area = AREA_CHUNK.exec(file)?.[1] ?? "";
    if (Object.hasOwn(AREAS, area))
      areas.set(area, Math.max(areas.get(area) ?? 0, await weigh(`/build/_shared/${file}`)));
  }
  const textsOf = async (id: string) => {
    const source = await readFile(join(ROOT, "app", `${id}.tsx`), "utf8");
    return [...(AREAS_OF_ROUTE.exec(source)?.[1] ?? "").matchAll(/[a-z]+/gu)].map(([area]) => area);
  };

  const sizes: Size[] = [];
  for (const [id, route] of Object.entries(routes)) {
    const isLayout = Object.values(routes).some(({ parentId }) => parentId === id);
    // A route without a screen is an empty module.
    const isPage = /\bas default\b/u.test(await read(route.module));
    if (isLayout || !isPage) continue;
    const modules = chainOf(routes, id).flatMap((step) => [
      routes[step]?.module ?? "",
      ...(routes[step]?.imports ?? []),
    ]);
    const urls = await closure([entry.module, ...entry.imports, ...modules]);
    const needed = new Set(["start", ...(await Promise.all(chainOf(routes, id).map(textsOf))).flat()]);
    let value = 0;
    for (const area of needed) value += areas.get(area) ?? 0;
    for (const url of urls) value += await weigh(url);
    const path = pathOf(routes, id);
    sizes.push({ name: path, value, budget: ROUTE_BUDGETS[path] });
  }
  const worker = gzipSync(await readFile(join(out, "worker.js")), { level: 9 }).byteLength / 1000;
  return [...sizes, { name: "Worker", value: worker, budget: WORKER_BUDGET }];
}

/** One line for each size, and whether all hold. */
export function judge(sizes: readonly Size[]): { lines: string[]; ok: boolean } {
  const lines = sizes.map(({ name, value, budget }) => {
    const bar = budget === undefined ? "no budget: give it one" : `≤ ${budget}${value > budget ? "  OVER" : ""}`;
    return `  ${name.padEnd(24)}${value.toFixed(1).padStart(7)} KB  ${bar}`;
  });
  return { lines, ok: sizes.every(({ value, budget }) => budget !== undefined && value <= budget) };
}
