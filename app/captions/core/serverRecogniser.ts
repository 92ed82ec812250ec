/**
 * A recogniser of whole phrases. The page cuts the voice into phrases and sends them to the edge function `transcribe`.
 * Results are emitted in spoken order. An ellipsis stands for a phrase that is being spoken or transcribed.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Recogniser } from "./recogniser.ts";
import { SAMPLE_RATE_HZ, type Segment } from "./segmenter.ts";
import { wavOf } from "./wav.ts";

export interface ServerRecogniserOptions {
  /** Returns whether the operator configured an endpoint. */
  configured(): Promise<boolean>;
  /** Returns the text of one phrase, in one or several captions. */
  transcribe(audio: Blob, language: Language): Promise<Result<readonly string[]>>;
  openVoice: OpenVoice;
}

/** Cuts a track into phrases. `failed`: this browser does not support it. */
export type OpenVoice = (
  track: MediaStreamTrack,
  events: { speaking(speaking: boolean): void; segment(segment: Segment): void; failed(): void },
) => { close(): void };

/** After that many failed phrases in a row, another recogniser takes over. */
const MAX_CONSECUTIVE_FAILURES = 3;
/** Errors that a retry does not change. */
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
          // One phrase has one duration. The sender splits it again and divides the duration.
          if (result.value.length > 0) events.onFinal(result.value.join(" "));
          return show();
        }
        failures += 1;
        const rejected = PERMANENT_ERRORS.includes(result.error.code);
        if (!rejected && failures < MAX_CONSECUTIVE_FAILURES) return show();
        stop();
        events.onEnded(rejected ? "refused" : "vain");
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
