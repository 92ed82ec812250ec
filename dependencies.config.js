/**
 * The layers of docs/architecture.md, checked by dependency-cruiser in `npm run check:deps`. A feature is a folder of app/.
 * Its top-level files are its public interface; its subfolders are private to it.
 */
const BASE = "^app/(ui|i18n|lib|styles)/";
const FEATURE = "^app/(?!ui/|i18n/|lib/|styles/)[^/]+/";
const NOT_SOURCE = "\\.test\\.tsx?$";
const REACT = "^node_modules/(react|react-dom|@remix-run/react|@ark-ui)/";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycle",
      comment: "Modules in a cycle, type imports included, cannot be read, tested or loaded apart.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "private-subfolders",
      comment: "Other features and routes import a feature's top-level files only.",
      severity: "error",
      from: { path: "^app/([^/]+)(/|$)" },
      to: { path: "^app/[^/]+/.+/", pathNot: ["^app/$1/", "^app/i18n/generated/"] },
    },
    {
      name: "base-knows-no-feature",
      comment: "The design system, the messages and lib/ import no feature and no route.",
      severity: "error",
      from: { path: BASE },
      to: { path: FEATURE },
    },
    {
      name: "webrtc-stands-alone",
      comment: "Connections between peers know neither meetings nor rooms nor devices.",
      severity: "error",
      from: { path: "^app/webrtc/", pathNot: NOT_SOURCE },
      to: { path: FEATURE, pathNot: "^app/webrtc/" },
    },
    {
      name: "only-components-and-hooks-know-react",
      comment: "State machines are plain TypeScript: clock, network and media are passed in.",
      severity: "error",
      from: {
        path: "^app/.*\\.ts$",
        pathNot: [NOT_SOURCE, "/use[A-Z][^/]*\\.ts$", "Extras(\\.client)?\\.ts$", "^app/routes/"],
      },
      to: { path: [REACT, "^app/.*\\.tsx$"], dependencyTypesNot: ["type-only"] },
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
      comment:
        "Pages know neither the Worker around them nor what stands in for Supabase, only its contracts, planning and types.",
      severity: "error",
      from: { path: "^app/", pathNot: NOT_SOURCE },
      to: {
        path: [
          "^(functions|local|scripts|tests|bench)/",
          "^supabase/(?!functions/_shared/(?:contracts|planning)/|database\\.types\\.ts$)",
        ],
      },
    },
    {
      name: "the-worker-stands-around-the-app",
      comment: "The Worker knows lib/, the messages and the contracts; features reach it through the build.",
      severity: "error",
      from: { path: "^functions/", pathNot: NOT_SOURCE },
      to: {
        path: ["^(local|scripts|tests|bench)/", "^supabase/(?!functions/_shared/contracts/)", FEATURE],
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
      name: "planning-knows-contracts-only",
      comment: "Recurrence and calendar files are computed in pages, the Worker and edge functions alike.",
      severity: "error",
      from: { path: "^supabase/functions/_shared/planning/" },
      to: { pathNot: ["^supabase/functions/_shared/(contracts|planning)/"] },
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
      name: "the-engine-service-stands-alone",
      comment: "An operator copies the folder to a server that has nothing but Node and Apertium.",
      severity: "error",
      from: { path: "^apertium/[^/]+$" },
      to: { path: "^(?!apertium/[^/]+$)", dependencyTypesNot: ["core"] },
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
