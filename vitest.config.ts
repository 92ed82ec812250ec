import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // The tests need no framework plugin; without this vite would read Tailwind's PostCSS configuration.
  css: { postcss: {} },
  resolve: { alias: { "~": folder("app") } },
  test: {
    include: [
      "app/**/*.test.{ts,tsx}",
      "functions/**/*.test.ts",
      "local/**/*.test.ts",
      "supabase/tests/**/*.test.ts",
      "scripts/**/*.test.ts",
      "bench/**/*.test.ts",
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores, and each database test runs a Postgres of its own.
    maxWorkers: 2,
  },
});
