/** Captioning with all that this browser has to hear a voice with. */
import type { Http } from "../../platform/rpcHttp.ts";
import { preferences } from "../preferences.ts";
import { createBrowserRecogniser } from "./browserRecogniser.ts";
import { type Captioning, type CaptioningOptions, createCaptioning } from "./captioning.ts";
import { createServerRecogniser } from "./serverRecogniser.ts";
import type { PhraseApi, SpeechApi } from "./speechApi.ts";
import { isTranscribing, transcribe } from "./transcribe.ts";
import { openVoice } from "./voice.ts";

declare global {
  /** Not in TypeScript's DOM library; Chromium and Safari have the second name. */
  var SpeechRecognition: SpeechApi | undefined;
  var webkitSpeechRecognition: SpeechApi | undefined;
  var SpeechRecognitionPhrase: PhraseApi | undefined;
}

type Options = Omit<CaptioningOptions, "recognisers" | "preferences"> & { http: Http };

export function createCallCaptioning(options: Options): Captioning {
  const { call, clock, http, newId } = options;
  const api = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
  const phraseApi = globalThis.SpeechRecognitionPhrase;
  return createCaptioning({
    ...{ ...options, preferences },
    // What keeps the sound here first; what gives it to strangers only where it is asked for by its name.
    recognisers: [
      createBrowserRecogniser({ kind: "device", api, phraseApi, clock }),
      createServerRecogniser({
        configured: () => isTranscribing(http),
        transcribe: (sound, language) =>
          transcribe(http, { callId: call.getSnapshot().callId ?? "", id: newId(), language, sound }),
        openVoice,
      }),
      createBrowserRecogniser({ kind: "browser", api, phraseApi, clock }),
    ],
  });
}
