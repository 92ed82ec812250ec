import { defineConfig } from "@playwright/test";
import { LEFT_OUT } from "./tests/support/longRun.ts";

/** Specs that wait more than they work: for a connection to return, a token or a knock to expire, a server to start. */
const WAITS = ["dev", "engine-arrival", "fault-injection", "waiting-room", "network", "relay", "resilience"].map(
  (name) => `**/${name}.spec.ts`,
);

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/support/globalSetup.ts",
  // One worker for the specs that work, because each test runs two or three pages with media on two cores. Beside it, one
  // worker with its own Parley for the specs that wait. More workers were tried: all waits grow and nothing is gained.
  workers: 2,
  fullyParallel: false,
  grepInvert: LEFT_OUT,
  projects: [
    { name: "works", testIgnore: WAITS, workers: 1 },
    { name: "waits", testMatch: WAITS, workers: 1 },
  ],
  // In CI, other work shares the machine. A test that passes on retry is reported as flaky (scripts/test.ts).
  retries: process.env.CI === "true" ? 1 : 0,
  forbidOnly: process.env.CI === "true",
  // Ends only a test that hangs. Most take seconds, the longest a minute and a half, and a machine may be three times
  // slower for an hour. The timeout of a single state is in tests/support/expect.ts.
  timeout: 300_000,
});
