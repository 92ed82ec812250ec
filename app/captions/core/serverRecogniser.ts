/**
 * A recogniser that hears whole phrases: cut out of the voice on the page, sent to Parley's function `transcribe`, told in
 * the order in which they were said. While a phrase is spoken and under way, an ellipsis stands for its words.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Recogniser } from "./recogniser.ts";
import { SAMPLE_RATE_HZ, type Segment } from "./segmenter.ts";
import { wavOf } from "./wav.ts";

export interface ServerRecogniserOptions {
  /** Whether the function has an endpoint. */
  configured(): Promise<boolean>;
  /** One phrase as text, in one or several captions. */
  transcribe(sound: Blob, language: Language): Promise<Result<readonly string[]>>;
  openVoice: OpenVoice;
}

/** Cuts a track into phrases where its sound is. `failed`: this browser cannot. */
export type OpenVoice = (
  track: MediaStreamTrack,
  events: { speaking(speaking: boolean): void; segment(segment: Segment): void; failed(): void },
) => { close(): void };

/** Phrases that were in vain one after the other, before another recogniser has its turn. */
const MAX_CONSECUTIVE_FAILURES = 3;
/** Said by nobody else: the function refuses these for good. */
const PERMANENT_ERRORS: readonly Failure["code"][] = ["request/not-allowed", "meeting/not-entered"];
const PENDING_TEXT = "…";

export function createServerRecogniser({ configured, transcribe, openVoice }: ServerRecogniserOptions): Recogniser {
  return {
    name: "server",
    availability: async () => ((await configured()) ? "yes" : "no"),
    download: async () => false,
    listen({ language, track }, events) {
      let stopped = false;
      let failures = 0;
      let speaking = false;
      let inFlight = 0;
      let queue: Promise<void> = Promise.resolve();

      const show = () => events.onInterim(speaking || inFlight > 0 ? PENDING_TEXT : "");

      function stop() {
        stopped = true;
        voice.close();
      }

      function handleResult(result: Result<readonly string[]>) {
        inFlight -= 1;
        if (stopped) return;
        if (result.ok) {
          failures = 0;
          for (const text of result.value) events.onFinal(text);
          return show();
        }
        failures += 1;
        const refused = PERMANENT_ERRORS.includes(result.error.code);
        if (!refused && failures < MAX_CONSECUTIVE_FAILURES) return show();
        stop();
        events.onEnded(refused ? "refused" : "vain");
      }

      const voice = openVoice(track, {
        speaking(now) {
          if (stopped) return;
          speaking = now;
          show();
        },
        segment({ samples }) {
          if (stopped) return;
          inFlight += 1;
          show();
          const pendingResult = transcribe(wavOf(samples, SAMPLE_RATE_HZ), language);
          queue = queue.then(async () => handleResult(await pendingResult));
        },
        failed() {
          if (stopped) return;
          stop();
          events.onEnded("refused");
        },
      });
      return { stop };
    },
  };
}
