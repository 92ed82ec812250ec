/** A recogniser on somebody's device that hears what a test tells it to. */
import { CAPTION_PREFERENCES_KEY } from "../../app/captions/captionsEnabled.ts";
import type { Person } from "./people.ts";

/** From the next page on: captions on, by this recogniser. */
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
      for (const one of listening) one.onresult?.({ resultIndex: 0, results });
      return Date.now();
    };
    Object.assign(window, {
      ...{ SpeechRecognition: Scripted, SpeechRecognitionPhrase: Phrase, parleyHears: hear },
      parleyListens: () => listening.size > 0,
      parleyPhrases: () => [...listening].flatMap(({ phrases }) => phrases),
    });
    const known = { shown: true, original: true, size: "m", place: "below", strong: false };
    localStorage.setItem(storedAs, JSON.stringify({ ...known, wish: "device" }));
  }, CAPTION_PREFERENCES_KEY);
}

/** The recogniser runs. */
export const listens = ({ page }: Person) =>
  page.waitForFunction(() => Reflect.get(window, "parleyListens")?.() === true);

/** A whole sentence. Milliseconds since the epoch when it was heard. */
export const hears = ({ page }: Person, words: string): Promise<number> =>
  page.evaluate((text) => Reflect.get(window, "parleyHears")(text, true), words);

/** Words that it was told to listen for. */
export const phrasesOf = async ({ page }: Person): Promise<string[]> => {
  const given: { phrase: string }[] = await page.evaluate(() => Reflect.get(window, "parleyPhrases")());
  return given.map(({ phrase }) => phrase);
};
