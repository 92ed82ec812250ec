/** An on-device recogniser whose results come from the test. */
import { CAPTION_PREFERENCES_KEY } from "../../app/captions/captionsEnabled.ts";
import type { Person } from "./people.ts";

/** Turns captions on with this recogniser, from the next page on. */
export async function giveScriptedRecogniser({ context }: Person): Promise<void> {
  await context.addInitScript((storedAs) => {
    const listening = new Set<{ phrases: unknown[]; onresult: ((event: object) => void) | null }>();
    class Phrase {
      readonly phrase: string;
      constructor(phrase: string) {
        this.phrase = phrase;
      }
    }
    class Scripted {
      phrases: unknown[] = [];
      onresult: ((event: object) => void) | null = null;
      onend: (() => void) | null = null;
      static available = async () => "available";
      start() {
        listening.add(this);
      }
      abort() {
        listening.delete(this);
      }
    }
    const hear = (transcript: string, isFinal: boolean) => {
      const results = [Object.assign([{ transcript }], { isFinal })];
      for (const recogniser of listening) recogniser.onresult?.({ resultIndex: 0, results });
      return Date.now();
    };
    Object.assign(window, {
      ...{ SpeechRecognition: Scripted, SpeechRecognitionPhrase: Phrase, parleyHears: hear },
      parleyListens: () => listening.size > 0,
      parleyPhrases: () => [...listening].flatMap(({ phrases }) => phrases),
    });
    const preferences = { shown: true, original: true, size: "m", place: "below", strong: false };
    localStorage.setItem(storedAs, JSON.stringify({ ...preferences, wish: "device" }));
  }, CAPTION_PREFERENCES_KEY);
}

/** Waits until the recogniser runs. */
export const expectListening = ({ page }: Person) =>
  page.waitForFunction(() => Reflect.get(window, "parleyListens")?.() === true);

/** Emits a whole sentence and returns its time in milliseconds since the epoch. */
export const emitSentence = ({ page }: Person, sentence: string): Promise<number> =>
  page.evaluate((text) => Reflect.get(window, "parleyHears")(text, true), sentence);

/** Returns the phrase hints that the recogniser received. */
export const phraseHints = async ({ page }: Person): Promise<string[]> => {
  const given: { phrase: string }[] = await page.evaluate(() => Reflect.get(window, "parleyPhrases")());
  return given.map(({ phrase }) => phrase);
};
