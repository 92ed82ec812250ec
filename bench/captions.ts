/**
 * The delay of captions: from the final text of a scripted recogniser, which times Parley alone, and from the end of a
 * spoken phrase, with pocketsphinx and Apertium in between.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startRecogniserServer } from "../scripts/lib/pocketsphinx.ts";
import type { App } from "../tests/support/app.ts";
import { INES, joinWithChat, TOM } from "../tests/support/chat.ts";
import { arrive } from "../tests/support/people.ts";
import { emitSentence, expectListening, giveScriptedRecogniser } from "../tests/support/scriptedRecogniser.ts";
import { openCaptionOptions, openMeeting } from "../tests/support/userActions.ts";
import { speakWithPauses } from "../tests/support/voice.ts";
import { startMeasuredApp } from "./app.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const SENTENCES = scaled(60, 3);
/** One person may post twenty captions in ten seconds. */
const CAPTION_INTERVAL_MS = 600;
const PHRASES = scaled(12, 1);
const PHRASE = "the meeting starts at nine in the morning";

/**
 * Resolves when the captions first show this text, in milliseconds since the epoch. It does not poll, because polling
 * would cost the time that is measured.
 */
const waitForCaption = (page: Page, captionText: string): Promise<number> =>
  page.evaluate(
    (sought) =>
      new Promise<number>((resolve, reject) => {
        const isThere = () => document.querySelector(".call-captions")?.textContent?.includes(sought) === true;
        const check = () => {
          if (!isThere()) return;
          stop();
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const changes = new MutationObserver(check);
        const timeout = setTimeout(() => {
          stop();
          reject(new Error(`"${sought}" was never shown`));
        }, 20_000);
        const stop = () => {
          changes.disconnect();
          clearTimeout(timeout);
        };
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
        check();
      }),
    captionText,
  );

async function measureScripted({ url, engine }: App): Promise<Figure[]> {
  const tom = await arrive({ locale: "en", url, smallVideoFps: 15 });
  await giveScriptedRecogniser(tom);
  const ines = await arrive({ locale: "es", url, smallVideoFps: 15 });
  const link = await openMeeting(tom);
  await joinWithChat(tom, link, TOM);
  await joinWithChat(ines, link, INES);
  await expectListening(tom);
  // The reader's page loads the captions code with the first caption, which is not measured.
  await ines.page.locator(".call-captions").waitFor({ state: "attached" });
  await emitSentence(tom, "I live in the house.");
  await ines.page.locator(".call-captions").getByText("casa").waitFor();
  const original: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < SENTENCES; round += 1) {
    const counted = engine.durationsMs.length;
    const sentence = `I live in the house ${round + 100}.`;
    const shown = [waitForCaption(ines.page, sentence), waitForCaption(ines.page, `casa ${round + 100}.`)] as const;
    const recognisedAt = await emitSentence(tom, sentence);
    const [originalAt, translatedAt] = await Promise.all(shown);
    original.push(originalAt - recognisedAt);
    const engineTime = engine.durationsMs.slice(counted).reduce((sum, duration) => sum + duration, 0);
    own.push(translatedAt - recognisedAt - engineTime);
    await new Promise((resolve) => setTimeout(resolve, CAPTION_INTERVAL_MS));
  }
  await Promise.all([tom.leave(), ines.leave()]);
  const figure = (name: string, values: readonly number[]): Figure => ({
    name: `${name}, p95`,
    ...percentileOf(values, 0.95),
    bar: 150,
    unit: "ms",
    note: `p50 ${Math.round(percentile(values, 0.5))} ms`,
  });
  return [
    figure("recogniser's final text → original caption at the reader", original),
    figure("recogniser's final text → translated caption, Parley's share", own),
  ];
}

/** Records, on the speaker's page, when the voice falls silent, in milliseconds since the epoch. */
const watchPhrases = (page: Page) =>
  page.addInitScript(() => {
    const ends: number[] = [];
    Object.assign(window, { parleyPhraseEnds: ends });
    const { mediaDevices } = navigator;
    const original = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await original(constraints);
      if (stream.getAudioTracks().length === 0) return stream;
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      context.createMediaStreamSource(stream).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      let loudAt = 0;
      let speaking = false;
      setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        if (samples.some((sample) => Math.abs(sample) > 0.02)) {
          loudAt = Date.now();
          speaking = true;
        } else if (speaking && Date.now() - loudAt > 600) {
          speaking = false;
          ends.push(loudAt);
        }
      }, 10);
      return stream;
    };
  });

/** Records, on a reader's page, when each caption in the reader's language is first shown. */
const watchCaptions = (page: Page, language: string) =>
  page.addInitScript((lang) => {
    const shown: number[] = [];
    const recorded = new WeakSet<Element>();
    Object.assign(window, { parleyCaptions: shown });
    const record = () => {
      for (const caption of document.querySelectorAll(`.call-captions p[lang="${lang}"]`)) {
        if (!recorded.has(caption)) shown.push(Date.now());
        recorded.add(caption);
      }
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  }, language);

async function measureSpoken(): Promise<Figure[]> {
  const recogniser = await startRecogniserServer();
  if (recogniser === null) throw new Error("pocketsphinx is not on this machine: `npm run setup:test`");
  const folder = await mkdtemp(join(tmpdir(), "parley-voice-"));
  const app = await startMeasuredApp({ functionsEnv: { TRANSCRIBE_URL: recogniser.url } });
  const voice = await speakWithPauses(PHRASE, folder);
  const tom = await arrive({ locale: "en", url: app.url, voice, smallVideoFps: 15 });
  await watchPhrases(tom.page);
  const ines = await arrive({ locale: "es", url: app.url, smallVideoFps: 15 });
  await watchCaptions(ines.page, "es");
  const link = await openMeeting(tom);
  await joinWithChat(tom, link, TOM);
  await joinWithChat(ines, link, INES);
  await openCaptionOptions(tom);
  await tom.page.getByRole("radio", { name: /^By Parley/u }).check({ timeout: 20_000 });
  await tom.page.keyboard.press("Escape");
  await ines.page.waitForFunction(() => Reflect.get(window, "parleyCaptions").length > 0, null, { timeout: 60_000 });
  const startedAt = Date.now();
  const phraseEnds = (): Promise<number[]> => tom.page.evaluate(() => Reflect.get(window, "parleyPhraseEnds"));
  await tom.page.waitForFunction(
    ([since, count]) =>
      Reflect.get(window, "parleyPhraseEnds").filter((at: number) => at > (since ?? 0)).length > (count ?? 0),
    [startedAt, PHRASES],
    { timeout: (PHRASES + 1) * 20_000 },
  );
  const ends = (await phraseEnds()).filter((at) => at > startedAt).slice(0, PHRASES);
  const captions: number[] = await ines.page.evaluate(() => Reflect.get(window, "parleyCaptions"));
  // The next phrase begins eight seconds later, so the first caption after the end of a phrase holds its last word.
  const delays = ends.flatMap((end) => {
    const shownAt = captions.find((at) => at > end);
    return shownAt === undefined ? [] : [shownAt - end];
  });
  await Promise.all([tom.leave(), ines.leave()]);
  await app.close();
  await recogniser.close();
  await rm(folder, { recursive: true, force: true });
  const figure = (share: 0.5 | 0.95, bar: number): Figure => ({
    name: `end of a spoken phrase → translated caption, pocketsphinx and Apertium, ${share === 0.5 ? "p50" : "p95"}`,
    ...percentileOf(delays, share),
    bar,
    unit: "ms",
  });
  return [figure(0.5, 2_500), figure(0.95, 4_000)];
}

/** `app` serves the scripted recogniser. The real recogniser needs a stack whose functions have its address. */
export const measureCaptions = async (app: App): Promise<Figure[]> => [
  ...(await measureScripted(app)),
  ...(await measureSpoken()),
];
