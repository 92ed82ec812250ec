/**
 * Loaded into `remix dev` before it starts. To tell whether an edit changed a loader, Remix bundles the loaders without
 * naming a format; esbuild then refuses the top-level `await` of our routes, and Remix falls back to reloading the whole
 * page at each edit, with what was typed in it. As modules they bundle.
 */
const { createRequire } = require("node:module");
const { join } = require("node:path");

const remix = createRequire(join(__dirname, "../../node_modules/@remix-run/dev/package.json"));
const path = remix.resolve("esbuild");
const esbuild = remix("esbuild");
const build = (options) =>
  esbuild.build({ ...(options.metafile && !options.format ? { format: "esm" } : {}), ...options });
require.cache[path].exports = { ...esbuild, build, default: { ...esbuild.default, build } };
