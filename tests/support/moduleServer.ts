/** Serves the project's modules to a browser with types stripped, to run parts of the code for real. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { join, normalize } from "node:path";
import { ROOT } from "../../scripts/lib/paths.ts";
import { onLoopback } from "./loopback.ts";

export interface ModuleServer {
  /** The URL of an empty page in a secure context, with a camera, that can import any module by its project path. */
  url: string;
  close(): Promise<void>;
}

const IMPORTS = {
  "#contracts/": "/supabase/functions/_shared/contracts/",
  "zod/mini": "/node_modules/zod/mini/index.js",
};
const PAGE = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;

export async function serveModules(): Promise<ModuleServer> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    if (path === "/") return response.setHeader("content-type", "text/html").end(PAGE);
    if (!/^\/(app|tests|supabase|node_modules\/zod)\/.*\.(ts|js)$/u.test(path)) return response.writeHead(404).end();
    const source = await readFile(join(ROOT, path), "utf8").catch(() => null);
    if (source === null) return response.writeHead(404).end();
    const script = path.endsWith(".ts") ? stripTypeScriptTypes(source) : source;
    return response.setHeader("content-type", "text/javascript").end(script);
  });
  const { url, close } = await onLoopback(server);
  return { url: `${url}/`, close };
}
