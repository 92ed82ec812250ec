/** People with a browser each: what they see, and that nothing went wrong in it that they did not see. */
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import type { Locale } from "../../app/i18n/locales.ts";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/lib/chromium.ts";

export interface PersonOptions {
  /** The language of their buttons, as their browser asks for it. */
  locale: Locale;
  url: string;
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** Off: what Parley is before its scripts are there. Default on. */
  scripts?: boolean;
}

/** What a browser wrote to its console, of all its tabs. */
interface Complaints {
  readonly heard: string[];
  readonly expected: RegExp[];
}

export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #browser: Browser;
  readonly #complaints: Complaints;

  constructor(
    browser: Browser,
    context: BrowserContext,
    page: Page,
    complaints: Complaints = { heard: [], expected: [] },
  ) {
    this.#browser = browser;
    this.#complaints = complaints;
    this.context = context;
    this.page = page;
    this.watch(page);
  }

  /** Whatever a page of theirs writes to `console.error` fails the test, and so does an exception. */
  watch(page: Page): void {
    page.on("console", (message) => {
      if (message.type() === "error") this.#complaints.heard.push(message.text());
    });
    page.on("pageerror", (error) =>
      this.#complaints.heard.push(`${new Date().toISOString()} ${error.stack ?? error.message}`),
    );
  }

  /** A refusal that the test provokes: browsers log each answer of 4xx and 5xx. */
  expects(complaint: RegExp): void {
    this.#complaints.expected.push(complaint);
  }

  complaints(): string[] {
    const { heard, expected } = this.#complaints;
    return heard.filter((text) => !expected.some((one) => one.test(text)));
  }

  /** The same person in another tab of their browser. */
  async inAnotherTab(): Promise<Person> {
    return new Person(this.#browser, this.context, await this.context.newPage(), this.#complaints);
  }

  async leave(): Promise<void> {
    await this.#browser.close();
  }
}

/** Starts a browser of its own, with a moving picture for a camera. */
export async function arrive(options: PersonOptions): Promise<Person> {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error("Chromium is not on this machine: `npm run setup:test`");
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const context = await browser.newContext({
    baseURL: options.url,
    locale: options.locale,
    permissions: ["camera", "microphone", "clipboard-read", "clipboard-write"],
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.colorScheme ?? "light",
    reducedMotion: "reduce",
    javaScriptEnabled: options.scripts ?? true,
  });
  return new Person(browser, context, await context.newPage());
}
