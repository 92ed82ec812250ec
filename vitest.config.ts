import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests that start a Postgres. */
const DATABASE = ["local/**/*.test.ts", "supabase/tests/**/*.test.ts", "scripts/lib/coturn.test.ts"];

export default defineConfig({
  // The tests need no framework plugin. Without this vite would read Tailwind's PostCSS configuration.
  css: { postcss: {} },
  resolve: { alias: { "~": folder("app") } },
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each database test runs its own Postgres, on two cores.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["app/**/*.test.{ts,tsx}", "{functions,scripts,bench,apertium,tests/planning}/**/*.test.ts"],
          exclude: DATABASE,
        },
      },
      {
        extends: true,
        test: { name: "db", include: DATABASE, globalSetup: "tests/support/databaseTemplates.ts" },
      },
    ],
  },
});
