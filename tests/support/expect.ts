/**
 * The `expect` for everything that checks pages: tests, and benches or scripts in a namespace, which no configuration
 * reaches.
 */
import { expect as plain } from "@playwright/test";

/** The timeout for a state, in milliseconds. It is generous because a machine may be three times slower for an hour. */
export const expect = plain.configure({ timeout: 30_000 });
