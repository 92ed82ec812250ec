/** The `test` of all end-to-end tests: one app for all of them, people who come and go. */
import { test as base, expect } from "@playwright/test";
import { type App, startApp } from "./app.ts";
import { arrive, type Person, type PersonOptions } from "./people.ts";

interface TestFixtures {
  /** A person with a browser of their own; it is closed, and its complaints are read, when the test ends. */
  person(options: Omit<PersonOptions, "url">): Promise<Person>;
}

export const test = base.extend<TestFixtures, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      await app.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  person: async ({ app }, use) => {
    const people: Person[] = [];
    await use(async (options) => {
      const person = await arrive({ ...options, url: app.url });
      people.push(person);
      return person;
    });
    const complaints = people.flatMap((person) => person.complaints());
    await Promise.all(people.map((person) => person.leave()));
    expect(complaints, "console errors").toEqual([]);
  },
});

export { expect };
