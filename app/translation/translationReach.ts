/**
 * The texts that can become readable for the reader of this page: through the engines' pairs, or through the browser's own
 * translator where its model is on the device. A model that must be downloaded first is no promise.
 */
import { canTranslate, type LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { Clock } from "../lib/clock.ts";

export interface LanguagePair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** The part of the browser's Translator API that is used. */
export interface TranslatorApi {
  availability(pair: LanguagePair): Promise<string>;
  create(pair: LanguagePair): Promise<{ translate(text: string): Promise<string> }>;
}

export interface TranslationReach {
  readonly engines: LanguagePairs;
  /** Returns whether this browser translates the pair at once. Undefined while it is checked; then subscribers are called. */
  isBrowserReady(from: Language, to: Language): boolean | undefined;
  subscribe(changed: () => void): () => void;
}

export interface TranslationReachOptions {
  readonly engines: LanguagePairs;
  readonly api: Pick<TranslatorApi, "availability"> | undefined;
  readonly clock: Clock;
}

/** Maps a language to the tag that browsers use. */
export const browserTag = (language: Language): string => (language === "nb" ? "no" : language);

/** A check that takes longer counts as no. */
export const AVAILABILITY_TIMEOUT_MS = 1_000;
/** A pair that is not ready is checked again after this time: a download may have finished. */
export const AVAILABILITY_RECHECK_MS = 30_000;

export function createTranslationReach({ engines, api, clock }: TranslationReachOptions): TranslationReach {
  /** By pair; undefined while pending. */
  const ready = new Map<string, boolean | undefined>();
  const subscribers = new Set<() => void>();

  function check(translator: NonNullable<typeof api>, from: Language, to: Language, key: string) {
    ready.set(key, undefined);
    const finish = (isReady: boolean) => {
      if (ready.get(key) !== undefined) return;
      cancel();
      ready.set(key, isReady);
      if (!isReady) clock.after(AVAILABILITY_RECHECK_MS, () => ready.delete(key));
      for (const changed of [...subscribers]) changed();
    };
    const cancel = clock.after(AVAILABILITY_TIMEOUT_MS, () => finish(false));
    const pair = { sourceLanguage: browserTag(from), targetLanguage: browserTag(to) };
    void translator.availability(pair).then(
      (availability) => finish(availability === "available"),
      () => finish(false),
    );
  }

  return {
    engines,
    isBrowserReady(from, to) {
      if (api === undefined) return false;
      const key = `${from} ${to}`;
      if (!ready.has(key)) check(api, from, to, key);
      return ready.get(key);
    },
    subscribe(changed) {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
  };
}

/** The reach of a browser without a translator. */
export const engineReach = (engines: LanguagePairs): TranslationReach => ({
  engines,
  isBrowserReady: () => false,
  subscribe: () => () => {},
});

/** Returns whether the reader of this page gets the text in `to`. A pending check counts as no. */
export const canRead = ({ engines, isBrowserReady }: TranslationReach, from: Language, to: Language): boolean =>
  canTranslate(engines, from, to) || isBrowserReady(from, to) === true;
