import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/support/build.ts",
  // One after the other: each test runs two or three browsers with media on two cores. Pages beside calls, a worker each, were
  // tried: all waits grow and nothing is gained.
  workers: 1,
  fullyParallel: false,
  // In CI, where other work shares the machine: what then passes is named aloud (scripts/lib/results.ts), to be looked into.
  retries: process.env.CI === "true" ? 1 : 0,
  forbidOnly: process.env.CI === "true",
  timeout: 90_000,
  expect: { timeout: 15_000 },
});
