/**
 * Which folder may know which: the layers of docs/architecture.md, checked by dependency-cruiser in `npm run check`.
 * A feature is a folder of app/; others reach it through its index (or a `landing.ts`, the light door of a page that must
 * not load the rest, a `late.ts`, the door of what is loaded after a press, or a `*.server.ts`, which no browser loads).
 */
const FEATURES =
  "^app/(account|calls|captions|catchup|chat|design|files|glossary|languages|meetings|recap|transcripts|workspace)/";
const NOT_SOURCE = "\\.test\\.tsx?$";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circle",
      comment: "Modules in a circle cannot be read, tested or loaded apart. Types may look back.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "features-meet-at-the-index",
      comment: "What stands behind a feature's index is its own affair.",
      severity: "error",
      from: { path: FEATURES },
      to: {
        path: FEATURES,
        pathNot: ["^app/$1/", "^app/[^/]+/(core/)?(index|landing|late)\\.tsx?$", "\\.server\\.tsx?$"],
      },
    },
    {
      name: "routes-read-one-door",
      comment: "A route reads, calls a feature, shows: through the same doors as a feature.",
      severity: "error",
      from: { path: "^app/(routes/|root\\.tsx|entry\\.)" },
      to: { path: FEATURES, pathNot: ["^app/[^/]+/(index|landing)\\.tsx?$", "\\.server\\.tsx?$"] },
    },
    {
      name: "what-features-stand-on",
      comment: "The design system, the texts and the platform know no feature and no route.",
      severity: "error",
      from: { path: "^app/(ui|i18n|platform|styles)/" },
      to: { path: [FEATURES, "^app/routes/"] },
    },
    {
      name: "core-knows-no-react",
      comment: "State machines are plain TypeScript: clock, network and media are handed in.",
      severity: "error",
      from: { path: "^app/[^/]+/core/", pathNot: NOT_SOURCE },
      to: { path: ["^node_modules/(react|react-dom|@remix-run|@ark-ui)/", "\\.tsx$"] },
    },
    {
      name: "server-files-stay-there",
      comment: "Remix empties a .server file that a browser module imports, without an error.",
      severity: "error",
      from: {
        pathNot: [
          "\\.server\\.tsx?$",
          "^app/(routes/|root\\.tsx|entry\\.server)",
          "^functions/",
          NOT_SOURCE,
          "^tests/",
        ],
      },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-app-runs-anywhere",
      comment: "Pages know neither the Worker around them nor what stands in for Supabase.",
      severity: "error",
      from: { path: "^app/", pathNot: NOT_SOURCE },
      to: { path: ["^(functions|local|scripts|tests|bench)/", "^supabase/(?!functions/_shared/contracts/)"] },
    },
    {
      name: "the-worker-stands-around-the-app",
      comment: "The Worker knows the platform, the texts and the contracts; features reach it through the build.",
      severity: "error",
      from: { path: "^functions/", pathNot: NOT_SOURCE },
      to: {
        path: ["^(local|scripts|tests|bench)/", "^supabase/(?!functions/_shared/contracts/)", FEATURES, "^app/routes/"],
      },
    },
    {
      name: "contracts-know-nobody",
      comment: "Shapes are shared by page, Worker, edge function and test: they import zod and each other.",
      severity: "error",
      from: { path: "^supabase/functions/_shared/contracts/" },
      to: { pathNot: ["^supabase/functions/_shared/contracts/", "^node_modules/zod/mini/"] },
    },
    {
      name: "shapes-speak-zod-mini",
      comment: "One dialect for whatever meets a contract; the classic one would cost a page 18 KB (decision 008).",
      severity: "error",
      from: { path: "^(app|functions|supabase|tests|bench)/" },
      to: { path: "^node_modules/zod/", pathNot: "^node_modules/zod/mini/" },
    },
    {
      name: "edge-functions-stand-alone",
      comment: "They are deployed without the rest.",
      severity: "error",
      from: { path: "^supabase/functions/", pathNot: "^supabase/functions/tests/" },
      to: { path: "^(app|functions|local|scripts|tests|bench)/" },
    },
    {
      name: "the-stand-in-stands-alone",
      comment:
        "The embedded Supabase could be of any project: nothing of Parley but its folder supabase/, read at run time.",
      severity: "error",
      from: { path: "^local/", pathNot: NOT_SOURCE },
      to: { path: "^(app|functions|scripts|tests|bench|supabase)/" },
    },
    {
      name: "tests-are-leaves",
      comment: "Nothing that ships imports a test or what only tests use.",
      severity: "error",
      from: { path: "^(app|functions|local|supabase/functions)/", pathNot: [NOT_SOURCE, "^supabase/functions/tests/"] },
      to: { path: ["^tests/", NOT_SOURCE] },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^app/i18n/generated/" },
    enhancedResolveOptions: {
      conditionNames: ["import", "require", "node", "default"],
      extensions: [".ts", ".tsx", ".js"],
    },
  },
};
