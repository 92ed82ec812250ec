/** People with a browser each. A test fails on errors in their console that it does not expect. */
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import type { Locale } from "../../app/i18n/locales.ts";
import { CHROMIUM_FLAGS, findChromium, findChromiumShell } from "../../scripts/lib/chromium.ts";

export interface PersonOptions {
  /** The UI language, as the browser requests it. */
  locale: Locale;
  url: string;
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** Touch input, as on a phone. */
  touch?: boolean;
  /** False disables JavaScript. Default true. */
  scripts?: boolean;
  /** A WAV file that the microphone plays in a loop. It needs a separate browser. Default: beeps. */
  voice?: string;
  /**
   * Frames per second of a small camera video that ignores the call's constraints. Software encodes all videos on the
   * same cores.
   */
  smallVideoFps?: number;
  /** A browser to share with others, with separate cookies and storage. Default: a new browser. */
  browser?: Browser;
  /** Makes the new browser the light one, which cannot share its screen. */
  light?: boolean;
}

/** The console errors of all tabs of a browser. */
interface ConsoleErrors {
  readonly logged: string[];
  readonly expected: RegExp[];
}

export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #end: () => Promise<void>;
  readonly #complaints: ConsoleErrors;

  constructor(
    context: BrowserContext,
    page: Page,
    end: () => Promise<void>,
    consoleErrors: ConsoleErrors = { logged: [], expected: [] },
  ) {
    this.#end = end;
    this.#complaints = consoleErrors;
    this.context = context;
    this.page = page;
    this.watch(page);
  }

  /** Fails the test on each `console.error` and each exception of the page. */
  watch(page: Page): void {
    page.on("console", (message) => {
      if (message.type() === "error") this.#complaints.logged.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) =>
      this.#complaints.logged.push(`${new Date().toISOString()} ${error.stack || `${error.name}: ${error.message}`}`),
    );
  }

  /** Allows an error that the test provokes: browsers log each 4xx and 5xx response. */
  allowConsoleError(complaint: RegExp): void {
    this.#complaints.expected.push(complaint);
  }

  consoleErrors(): string[] {
    const { logged, expected } = this.#complaints;
    return logged.filter((text) => !expected.some((pattern) => pattern.test(text)));
  }

  /** Returns the same person in another tab of their browser. */
  async openTab(): Promise<Person> {
    return new Person(this.context, await this.context.newPage(), this.#end, this.#complaints);
  }

  async leave(): Promise<void> {
    await this.#end();
  }
}

/** Starts a browser with a fake camera. `light` chooses the headless shell where it is installed. */
export async function launchBrowser({
  light = false,
  voice,
  camera,
}: {
  light?: boolean;
  voice?: string;
  /** A Motion JPEG file that the camera plays in a loop. */
  camera?: string;
} = {}): Promise<Browser> {
  const executablePath = (light ? await findChromiumShell() : null) ?? (await findChromium());
  if (executablePath === null) throw new Error("Chromium is not on this machine: `npm run setup:test`");
  return chromium.launch({
    executablePath,
    args: [
      ...CHROMIUM_FLAGS,
      ...(voice === undefined ? [] : [`--use-file-for-fake-audio-capture=${voice}`]),
      ...(camera === undefined ? [] : [`--use-file-for-fake-video-capture=${camera}`]),
    ],
  });
}

/** Runs in the page and limits the camera to 320×180. */
function limitCamera(frameRate: number): void {
  const { mediaDevices } = navigator;
  // Missing in an insecure context.
  if (mediaDevices === undefined) return;
  const size = { width: 320, height: 180, frameRate };
  const real = mediaDevices.getUserMedia.bind(mediaDevices);
  const smaller = (video: MediaStreamConstraints["video"]) =>
    typeof video === "object" ? { ...video, ...size } : video ? size : false;
  mediaDevices.getUserMedia = (constraints) => real({ ...constraints, video: smaller(constraints?.video) });
  MediaStreamTrack.prototype.applyConstraints = () => Promise.resolve();
}

export async function arrive(options: PersonOptions): Promise<Person> {
  const { light = false, voice } = options;
  const browser = options.browser ?? (await launchBrowser({ light, ...(voice !== undefined && { voice }) }));
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
  // The light browser offers on-device recognition, and its page crashes when that is queried.
  if (options.browser !== undefined || light)
    await context.addInitScript(() => {
      for (const name of ["SpeechRecognition", "webkitSpeechRecognition"]) Reflect.deleteProperty(window, name);
    });
  if (options.smallVideoFps !== undefined) await context.addInitScript(limitCamera, options.smallVideoFps);
  const end = () => (options.browser === undefined ? browser.close() : context.close());
  return new Person(context, await context.newPage(), end);
}
