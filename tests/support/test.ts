/** The `test` of all end-to-end tests: one app for all of them, people who come and go. */
import { type Browser, test as base } from "@playwright/test";
import { type App, startApp } from "./app.ts";
import { expect } from "./expect.ts";
import { arrive, launchBrowser, type Person, type PersonOptions } from "./people.ts";

interface TestFixtures {
  /**
   * Somebody with cookies and storage of their own, in the one light browser of all tests, unless they are to have a whole
   * one to themselves: to start that takes two cores some seconds. Their complaints are read when the test ends.
   */
  person(options: Omit<PersonOptions, "url" | "browser"> & { ownBrowser?: boolean }): Promise<Person>;
}

interface WorkerFixtures {
  app: App;
  /** Started again should it have gone. */
  shared(): Promise<Browser>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      await app.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const started: Browser[] = [];
      await use(async () => {
        const running = started.at(-1);
        if (running?.isConnected()) return running;
        const browser = await launchBrowser({ light: true });
        started.push(browser);
        return browser;
      });
      await started.at(-1)?.close();
    },
    { scope: "worker" },
  ],
  person: async ({ app, shared }, use) => {
    const people: Person[] = [];
    await use(async ({ ownBrowser = false, ...options }) => {
      const person = await arrive({
        smallPictures: 5,
        ...options,
        url: app.url,
        ...(!ownBrowser && { browser: await shared() }),
      });
      people.push(person);
      return person;
    });
    const complaints = people.flatMap((person) => person.complaints());
    await Promise.all(people.map((person) => person.leave()));
    expect(complaints, "console errors").toEqual([]);
  },
});

export { expect };
