import { resolve } from "node:path";
import type { ServerBuild } from "@remix-run/cloudflare";
import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js";
import { serverBuild } from "./serverBuild.ts";

const APP = resolve("app");
const ROUTES: ReturnType<typeof flatRoutes> = {
  root: { id: "root", path: "", file: "root.tsx" },
  ...flatRoutes(APP, ["**/*.test.*"]),
};

/** Builds the app's routes as Remix finds them, with their modules. */
export async function buildOfRoutes(): Promise<ServerBuild> {
  const routes: ServerBuild["routes"] = {};
  for (const { id, path, index, file, parentId } of Object.values(ROUTES))
    routes[id] = {
      ...{ id, path, index, module: await import(resolve(APP, file)) },
      ...(id !== "root" && { parentId: parentId ?? "root" }),
    };
  const build = serverBuild(routes);
  const manifest = Object.values(routes).map(({ id, path, index, parentId, module }) => ({
    ...{ id, path, index, parentId, module: `/build/${id}.js` },
    ...{ hasAction: module.action !== undefined, hasLoader: module.loader !== undefined },
    ...{ hasClientAction: false, hasClientLoader: false, hasErrorBoundary: module.ErrorBoundary !== undefined },
  }));
  return {
    ...build,
    entry: { module: await import(resolve(APP, "entry.server.tsx")) },
    assets: { ...build.assets, routes: Object.fromEntries(manifest.map((route) => [route.id, route])) },
  };
}
