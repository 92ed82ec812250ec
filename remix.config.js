import { join } from "node:path";

// The caller chooses the output folder. `npm run dev` and the tests build into folders of their own, never into a folder
// that a running wrangler serves: wrangler ends when its assets folder is emptied.
const out = process.env.PARLEY_BUILD ?? "build";

/** @type {import("@remix-run/dev").AppConfig} */
export default {
  server: "./functions/worker.ts",
  serverBuildPath: join(out, "worker.js"),
  assetsBuildDirectory: join(out, "public/build"),
  publicPath: "/build/",
  serverModuleFormat: "esm",
  serverPlatform: "neutral",
  serverConditions: ["workerd", "worker", "browser"],
  serverMainFields: ["browser", "module", "main"],
  serverDependenciesToBundle: "all",
  // The file of papaparse that has our patch can read Node's streams too, which the Worker never does.
  serverNodeBuiltinsPolyfill: { modules: { stream: "empty" } },
  serverMinify: process.env.NODE_ENV === "production",
  ignoredRouteFiles: ["**/*.test.*"],
  postcss: true,
  tailwind: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
