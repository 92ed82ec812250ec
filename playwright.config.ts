import { defineConfig } from "@playwright/test";

/** Where nobody has a camera on for long, and what waits more than it works. */
const PAGES = [
  ...[
    "accessibility",
    "account*",
    "bad-input",
    "chat*",
    "design",
    "dev",
    "door",
    "glossary",
    "goodbye",
    "home",
    "links",
  ],
  ...["lobby", "recap", "settings", "transcript"],
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/support/build.ts",
  // On two cores: calls one after the other, each has two or three browsers with media; and pages one after the other beside
  // them, with a Parley of their own.
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: "calls", testIgnore: PAGES, workers: 1 },
    { name: "pages", testMatch: PAGES, workers: 1 },
  ],
  // In CI, where other work shares the machine: what then passes is named aloud (scripts/lib/results.ts), to be looked into.
  retries: process.env.CI === "true" ? 1 : 0,
  forbidOnly: process.env.CI === "true",
  timeout: 90_000,
  expect: { timeout: 15_000 },
});
