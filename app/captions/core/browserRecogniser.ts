/**
 * The browser's `SpeechRecognition` in two kinds: on the device, if the browser supports it, and by the vendor's service.
 * The specification makes each part optional, so each is feature-detected.
 */
import type { Language } from "#contracts/languages.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Recogniser, RecogniserEndReason } from "./recogniser.ts";
import type { PhraseApi, SpeechApi, SpeechRecognitionLike, SpeechResult } from "./speechApi.ts";

export interface BrowserRecogniserOptions {
  readonly kind: "device" | "browser";
  readonly api: SpeechApi | undefined;
  readonly phraseApi: PhraseApi | undefined;
  readonly clock: Clock;
}

/** A pending check counts as "no" after that: without a network it may hang. */
export const AVAILABILITY_TIMEOUT_MS = 3_000;
export const DOWNLOAD_TIMEOUT_MS = 120_000;
/** Preference for a phrase over words that sound alike, from 0 to 10. */
const PHRASE_BOOST = 3;

/** Languages for which browsers need a region: the most spoken variant. Others use their own tag. */
const SPEECH_TAGS: Readonly<Partial<Record<Language, string>>> = {
  ar: "ar-EG",
  de: "de-DE",
  en: "en-US",
  es: "es-ES",
  fr: "fr-FR",
  hi: "hi-IN",
  it: "it-IT",
  ja: "ja-JP",
  ko: "ko-KR",
  nb: "nb-NO",
  nl: "nl-NL",
  pl: "pl-PL",
  pt: "pt-BR",
  ru: "ru-RU",
  tr: "tr-TR",
  uk: "uk-UA",
  "zh-Hans": "cmn-Hans-CN",
  "zh-Hant": "cmn-Hant-TW",
};
export const speechTag = (language: Language): string => SPEECH_TAGS[language] ?? language;

const END_REASONS: Readonly<Record<string, RecogniserEndReason>> = {
  "not-allowed": "refused",
  "service-not-allowed": "refused",
  "language-not-supported": "language",
  "no-speech": "silent",
};

export function createBrowserRecogniser({ kind, api, phraseApi, clock }: BrowserRecogniserOptions): Recogniser {
  const processLocally = kind === "device";
  const languageQuery = (language: Language) => ({ langs: [speechTag(language)], processLocally });

  function withTimeout<T>(task: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
    return new Promise((resolve) => {
      const cancel = clock.after(timeoutMs, () => resolve(fallback));
      task.then(resolve, () => resolve(fallback)).finally(cancel);
    });
  }

  return {
    name: kind,
    async availability(language) {
      if (api === undefined) return "no";
      // Without `available` the device has no recognition, and the service is assumed until it fails.
      if (api.available === undefined) return processLocally ? "no" : "yes";
      const status = await withTimeout(api.available(languageQuery(language)), AVAILABILITY_TIMEOUT_MS, "unavailable");
      if (status === "available") return "yes";
      return processLocally && (status === "downloadable" || status === "downloading") ? "download" : "no";
    },
    async download(language) {
      if (api?.install === undefined) return false;
      return withTimeout(api.install(languageQuery(language)), DOWNLOAD_TIMEOUT_MS, false);
    },
    listen({ language, phrases, track }, events) {
      if (api === undefined) {
        // Only after the caller has received the session.
        queueMicrotask(() => events.onEnded("refused"));
        return { stop() {} };
      }
      let endReason: RecogniserEndReason = "failed";
      let stopped = false;
      const recognition = new api();
      recognition.lang = speechTag(language);
      recognition.continuous = true;
      recognition.interimResults = true;
      if (api.available !== undefined) recognition.processLocally = processLocally;
      if (phrases.length > 0) setPhrases(recognition, phraseApi, phrases);
      recognition.onresult = ({ resultIndex, results }) => {
        if (stopped) return;
        const changed = Array.from(results).slice(resultIndex);
        for (const result of changed) if (result.isFinal) events.onFinal(transcriptOf(result));
        const interim = changed.filter(({ isFinal }) => !isFinal).map(transcriptOf);
        if (interim.length > 0) events.onInterim(interim.join(" "));
      };
      recognition.onerror = ({ error }) => {
        endReason = END_REASONS[error] ?? endReason;
        // Recognition ends if it does not support phrases. The restart goes without them.
        if (error === "phrases-not-supported") phraseApi = undefined;
      };
      recognition.onend = () => {
        if (stopped) return;
        stopped = true;
        events.onEnded(endReason);
      };
      try {
        recognition.start(track);
      } catch {
        queueMicrotask(() => recognition.onend?.());
      }
      return {
        stop() {
          stopped = true;
          recognition.abort();
        },
        // By the specification, a change during recognition applies from then on.
        setPhrases: (next) => setPhrases(recognition, phraseApi, next),
      };
    },
  };
}

const transcriptOf = (result: SpeechResult) => (result[0]?.transcript ?? "").trim();

function setPhrases(recognition: SpeechRecognitionLike, api: PhraseApi | undefined, phrases: readonly string[]) {
  if (api === undefined || !("phrases" in recognition)) return;
  recognition.phrases = phrases.map((phrase) => new api(phrase, PHRASE_BOOST));
}
