/** The `test` of all end-to-end tests, with one shared app and people per test. */
import { type Browser, test as base } from "@playwright/test";
import { type App, startApp } from "./app.ts";
import { expect } from "./expect.ts";
import { arrive, launchBrowser, type Person, type PersonOptions } from "./people.ts";

interface TestFixtures {
  /**
   * Opens a person with separate cookies and storage in the shared light browser. `ownBrowser` starts another browser,
   * which takes two cores several seconds. Their console errors are checked when the test ends.
   */
  person(options: Omit<PersonOptions, "url" | "browser"> & { ownBrowser?: boolean }): Promise<Person>;
}

interface WorkerFixtures {
  app: App;
  /** Returns the shared browser and restarts it after a crash. */
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
        smallVideoFps: 5,
        ...options,
        url: app.url,
        ...(!ownBrowser && { browser: await shared() }),
      });
      people.push(person);
      return person;
    });
    const complaints = people.flatMap((person) => person.consoleErrors());
    await Promise.all(people.map((person) => person.leave()));
    expect(complaints, "console errors").toEqual([]);
  },
});

export { expect };
