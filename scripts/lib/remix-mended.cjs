/** Loaded into `remix dev` before it starts: three of its ways, each mended in place. */
const { createRequire } = require("node:module");
const { join, sep } = require("node:path");

const remix = createRequire(join(__dirname, "../../node_modules/@remix-run/dev/package.json"));

/*
 * To tell whether an edit changed a loader, Remix bundles the loaders without naming a format; esbuild then refuses the
 * top-level `await` of our routes, and Remix falls back to reloading the whole page at each edit, with what was typed in
 * it. As modules they bundle.
 */
const path = remix.resolve("esbuild");
const esbuild = remix("esbuild");
const build = (options) =>
  esbuild.build({ ...(options.metafile && !options.format ? { format: "esm" } : {}), ...options });
require.cache[path].exports = { ...esbuild, build, default: { ...esbuild.default, build } };

/*
 * At an edit during a build Remix empties the folder that the build still writes to, which ends the process, and cancels
 * by what the next build shares with it. So a build is let end, and one more, for all that was edited meanwhile, follows.
 */
const compiler = remix("./dist/compiler/compiler.js");
const create = compiler.create;
compiler.create = async (context) => {
  const made = await create(context);
  let running = Promise.resolve();
  let waits = false;
  return {
    ...made,
    compile: (options) => {
      const compiled = made.compile(options);
      running = compiled.catch(() => {});
      return compiled;
    },
    /** Before each build but the first. Whoever is not answered builds nothing: a build that waits sees their edit too. */
    cancel: async () => {
      if (waits) await new Promise(() => {});
      waits = true;
      await running;
      waits = false;
    },
  };
};

/* The messages are compiled to modules, and those are built: a build for the messages themselves would find nothing new. */
const chokidar = remix("chokidar");
const watch = chokidar.watch;
const MESSAGES = join("app", "i18n", "messages") + sep;
chokidar.watch = (paths, options) => watch(paths, { ...options, ignored: (file) => file.includes(MESSAGES) });
