import { defineConfig } from "@playwright/test";

/** What waits more than it works: for a line to come back, a token to end, a knock to run out, a server to start. */
const WAITS = ["dev", "fault-injection", "waiting-room", "network", "relay", "resilience"].map(
  (name) => `**/${name}.spec.ts`,
);

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/support/globalSetup.ts",
  // One after the other, since each test runs two or three pages with media on two cores; and beside them, with a Parley of
  // their own, those that mostly wait. More side by side was tried: all waits grow and nothing is gained.
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: "works", testIgnore: WAITS, workers: 1 },
    { name: "waits", testMatch: WAITS, workers: 1 },
  ],
  // In CI, where other work shares the machine: what then passes is named aloud (scripts/lib/testResults.ts), to be looked into.
  retries: process.env.CI === "true" ? 1 : 0,
  forbidOnly: process.env.CI === "true",
  // What hangs ends, and no more: most take seconds, the longest a minute and a half; a machine may be three times slower for
  // an hour. How long a state is waited for stands in tests/support/expect.ts.
  timeout: 300_000,
});
