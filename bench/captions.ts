/**
 * How soon what is said is read by the others: from a scripted recogniser's final text, so that only Parley is timed, and
 * from the end of a phrase that a real voice said, with pocketsphinx and Apertium in between.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startRecogniserServer } from "../scripts/lib/pocketsphinx.ts";
import type { App } from "../tests/support/app.ts";
import { INES, joinWithChat, TOM } from "../tests/support/chat.ts";
import { arrive } from "../tests/support/people.ts";
import { giveScriptedRecogniser, hears, listens } from "../tests/support/scriptedRecogniser.ts";
import { chooseMoreItem, openMeeting } from "../tests/support/userActions.ts";
import { speakWithPauses } from "../tests/support/voice.ts";
import { startMeasuredApp } from "./app.ts";
import { type Figure, percentile } from "./table.ts";

const SENTENCES = 60;
/** Between two sentences: one person may say twenty in ten seconds. */
const CAPTION_INTERVAL_MS = 600;
const PHRASES = 12;
const PHRASE = "the meeting starts at nine in the morning";

/** Milliseconds since the epoch when the band first shows these words. Nothing polls: that would take what is measured. */
const inBand = (page: Page, words: string): Promise<number> =>
  page.evaluate(
    (sought) =>
      new Promise<number>((resolve, reject) => {
        const isThere = () => document.querySelector(".call-captions")?.textContent?.includes(sought) === true;
        const look = () => {
          if (!isThere()) return;
          end();
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const changes = new MutationObserver(look);
        const late = setTimeout(() => {
          end();
          reject(new Error(`"${sought}" was never shown`));
        }, 20_000);
        const end = () => {
          changes.disconnect();
          clearTimeout(late);
        };
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    words,
  );

async function scripted({ url, engine }: App): Promise<Figure[]> {
  const tom = await arrive({ locale: "en", url, smallPictures: 15 });
  await giveScriptedRecogniser(tom);
  const ines = await arrive({ locale: "es", url, smallPictures: 15 });
  const link = await openMeeting(tom);
  await joinWithChat(tom, link, TOM);
  await joinWithChat(ines, link, INES);
  await listens(tom);
  // Captions are loaded at the reader when the first are told: that is not what is timed.
  await ines.page.locator(".call-captions").waitFor({ state: "attached" });
  await hears(tom, "I live in the house.");
  await ines.page.locator(".call-captions").getByText("casa").waitFor();
  const original: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < SENTENCES; round += 1) {
    const known = engine.durationsMs.length;
    const words = `I live in the house ${round + 100}.`;
    const read = [inBand(ines.page, words), inBand(ines.page, `casa ${round + 100}.`)] as const;
    const said = await hears(tom, words);
    const [first, translated] = await Promise.all(read);
    original.push(first - said);
    own.push(translated - said - engine.durationsMs.slice(known).reduce((sum, took) => sum + took, 0));
    await new Promise((resolve) => setTimeout(resolve, CAPTION_INTERVAL_MS));
  }
  await Promise.all([tom.leave(), ines.leave()]);
  const figure = (name: string, values: readonly number[]): Figure => ({
    ...{ name, value: percentile(values, 0.95), bar: 150, unit: "ms" },
    note: `p95, p50 ${Math.round(percentile(values, 0.5))} of ${values.length}`,
  });
  return [
    figure("recogniser's final text → original caption at the other", original),
    figure("→ translated caption, without the engine's own time", own),
  ];
}

/** Notes, in the page of the speaker, when the voice in the microphone falls silent: milliseconds since the epoch. */
const watchPhrases = (page: Page) =>
  page.addInitScript(() => {
    const ends: number[] = [];
    Object.assign(window, { parleyPhraseEnds: ends });
    const { mediaDevices } = navigator;
    const real = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (asked) => {
      const stream = await real(asked);
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

/** Notes, in the page of a reader, when each caption in their language is first shown. */
const watchCaptions = (page: Page, language: string) =>
  page.addInitScript((lang) => {
    const shown: number[] = [];
    const known = new WeakSet<Element>();
    Object.assign(window, { parleyCaptions: shown });
    const look = () => {
      for (const caption of document.querySelectorAll(`.call-captions p[lang="${lang}"]`)) {
        if (!known.has(caption)) shown.push(Date.now());
        known.add(caption);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, language);

async function spoken(): Promise<Figure[]> {
  const recogniser = await startRecogniserServer();
  if (recogniser === null) return [];
  const folder = await mkdtemp(join(tmpdir(), "parley-voice-"));
  const app = await startMeasuredApp({ functionsEnv: { TRANSCRIBE_URL: recogniser.url } });
  const voice = await speakWithPauses(PHRASE, folder);
  const tom = await arrive({ locale: "en", url: app.url, voice, smallPictures: 15 });
  await watchPhrases(tom.page);
  const ines = await arrive({ locale: "es", url: app.url, smallPictures: 15 });
  await watchCaptions(ines.page, "es");
  const link = await openMeeting(tom);
  await joinWithChat(tom, link, TOM);
  await joinWithChat(ines, link, INES);
  await chooseMoreItem(tom, "more.captions");
  await tom.page.getByRole("radio", { name: /^By Parley/u }).check({ timeout: 20_000 });
  await tom.page.keyboard.press("Escape");
  await ines.page.waitForFunction(() => Reflect.get(window, "parleyCaptions").length > 0, null, { timeout: 60_000 });
  const from = Date.now();
  const ended = (): Promise<number[]> => tom.page.evaluate(() => Reflect.get(window, "parleyPhraseEnds"));
  await tom.page.waitForFunction(
    ([since, count]) =>
      Reflect.get(window, "parleyPhraseEnds").filter((at: number) => at > (since ?? 0)).length > (count ?? 0),
    [from, PHRASES],
    { timeout: PHRASES * 20_000 },
  );
  const ends = (await ended()).filter((at) => at > from).slice(0, PHRASES);
  const captions: number[] = await ines.page.evaluate(() => Reflect.get(window, "parleyCaptions"));
  // The last word of a phrase is in the first caption after its end: the next phrase begins eight seconds later.
  const took = ends.flatMap((end) => {
    const shown = captions.find((at) => at > end);
    return shown === undefined ? [] : [shown - end];
  });
  await Promise.all([tom.leave(), ines.leave()]);
  await app.close();
  await recogniser.close();
  await rm(folder, { recursive: true, force: true });
  const figure = (share: 0.5 | 0.95, bar: number): Figure => ({
    name: `end of a spoken phrase → translated caption, pocketsphinx and Apertium, ${share === 0.5 ? "p50" : "p95"}`,
    ...{ value: percentile(took, share), bar, unit: "ms", note: `of ${took.length}` },
  });
  return [figure(0.5, 2_500), figure(0.95, 4_000)];
}

/** `app`: for the scripted recogniser; the real one has a stack of its own, whose functions know it. */
export async function measureCaptions(app: App): Promise<Figure[]> {
  const figures = await scripted(app);
  return [...figures, ...(await spoken())];
}
