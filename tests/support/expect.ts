/** The `expect` of all that looks at pages: tests, and what runs by itself (benches, scripts in a namespace), which no configuration reaches. */
import { expect as plain } from "@playwright/test";

/** How long a state is waited for, in milliseconds: patience, not a figure. A machine may be three times slower for an hour. */
export const expect = plain.configure({ timeout: 30_000 });
