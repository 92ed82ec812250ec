/** People with a browser each: what they see, and that nothing went wrong in it that they did not see. */
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import type { Locale } from "../../app/i18n/locales.ts";
import { CHROMIUM_FLAGS, findChromium, findChromiumShell } from "../../scripts/lib/chromium.ts";

export interface PersonOptions {
  /** The language of their buttons, as their browser asks for it. */
  locale: Locale;
  url: string;
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** Fingers instead of a pointer, as on a phone. */
  touch?: boolean;
  /** Off: what Parley is before its scripts are there. Default on. */
  scripts?: boolean;
  /** What their microphone hears, again and again: a WAV file. It needs a browser of their own. Default: beeps. */
  voice?: string;
  /** Their camera gives so many small pictures a second, whatever the call asks of it: software encodes all, on the cores of all. */
  smallPictures?: number;
  /** Theirs to share with others, each with cookies and storage of their own. Default: a browser of their own. */
  browser?: Browser;
}

/** What a browser wrote to its console, of all its tabs. */
interface Complaints {
  readonly heard: string[];
  readonly expected: RegExp[];
}

export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #end: () => Promise<void>;
  readonly #complaints: Complaints;

  constructor(
    context: BrowserContext,
    page: Page,
    end: () => Promise<void>,
    complaints: Complaints = { heard: [], expected: [] },
  ) {
    this.#end = end;
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
    return new Person(this.context, await this.context.newPage(), this.#end, this.#complaints);
  }

  async leave(): Promise<void> {
    await this.#end();
  }
}

/** With a moving picture for a camera. `light`: without what stands around pages, where there is such a one. */
export async function launchBrowser({
  light = false,
  voice,
}: {
  light?: boolean;
  voice?: string;
} = {}): Promise<Browser> {
  const executablePath = (light ? await findChromiumShell() : null) ?? (await findChromium());
  if (executablePath === null) throw new Error("Chromium is not on this machine: `npm run setup:test`");
  return chromium.launch({
    executablePath,
    args: [...CHROMIUM_FLAGS, ...(voice === undefined ? [] : [`--use-file-for-fake-audio-capture=${voice}`])],
  });
}

/** In the page: 320×180. */
function takeSmallPictures(frameRate: number): void {
  const { mediaDevices } = navigator;
  // Not there where a page is not trusted.
  if (mediaDevices === undefined) return;
  const size = { width: 320, height: 180, frameRate };
  const real = mediaDevices.getUserMedia.bind(mediaDevices);
  const smaller = (video: MediaStreamConstraints["video"]) =>
    typeof video === "object" ? { ...video, ...size } : video ? size : false;
  mediaDevices.getUserMedia = (asked) => real({ ...asked, video: smaller(asked?.video) });
  MediaStreamTrack.prototype.applyConstraints = () => Promise.resolve();
}

export async function arrive(options: PersonOptions): Promise<Person> {
  const browser = options.browser ?? (await launchBrowser(options.voice === undefined ? {} : { voice: options.voice }));
  const context = await browser.newContext({
    baseURL: options.url,
    locale: options.locale,
    permissions: ["camera", "microphone", "clipboard-read", "clipboard-write"],
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.colorScheme ?? "light",
    reducedMotion: "reduce",
    ...(options.touch && { hasTouch: true, isMobile: true }),
    javaScriptEnabled: options.scripts ?? true,
  });
  // The light browser offers recognition on the device, and its page dies when it is asked about it.
  if (options.browser !== undefined)
    await context.addInitScript(() => {
      for (const name of ["SpeechRecognition", "webkitSpeechRecognition"]) Reflect.deleteProperty(window, name);
    });
  if (options.smallPictures !== undefined) await context.addInitScript(takeSmallPictures, options.smallPictures);
  const end = () => (options.browser === undefined ? browser.close() : context.close());
  return new Person(context, await context.newPage(), end);
}
