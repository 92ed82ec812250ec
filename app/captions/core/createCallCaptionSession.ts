/** Captioning with all that this browser has to hear a voice with. */
import type { SupabaseHttp } from "../../lib/supabaseHttp.ts";
import { type CaptionSession, type CaptionSessionOptions, createCaptionSession } from "../captionSession.ts";
import { createBrowserRecogniser } from "./browserRecogniser.ts";
import { captionPreferences } from "./captionPreferences.ts";
import { createServerRecogniser } from "./serverRecogniser.ts";
import type { PhraseApi, SpeechApi } from "./speechApi.ts";
import { isTranscriptionConfigured, transcribe } from "./transcribe.ts";
import { openVoice } from "./voice.ts";

declare global {
  /** Not in TypeScript's DOM library; Chromium and Safari have the second name. */
  var SpeechRecognition: SpeechApi | undefined;
  var webkitSpeechRecognition: SpeechApi | undefined;
  var SpeechRecognitionPhrase: PhraseApi | undefined;
}

type CallCaptionSessionOptions = Omit<CaptionSessionOptions, "recognisers" | "preferences"> & { http: SupabaseHttp };

export function createCallCaptionSession(options: CallCaptionSessionOptions): CaptionSession {
  const { call, clock, http, newId } = options;
  const api = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
  const phraseApi = globalThis.SpeechRecognitionPhrase;
  return createCaptionSession({
    ...{ ...options, preferences: captionPreferences },
    // What keeps the sound here first; what gives it to strangers only where it is asked for by its name.
    recognisers: [
      createBrowserRecogniser({ kind: "device", api, phraseApi, clock }),
      createServerRecogniser({
        configured: () => isTranscriptionConfigured(http),
        transcribe: (sound, language) =>
          transcribe(http, { callId: call.getSnapshot().callId ?? "", id: newId(), language, sound }),
        openVoice,
      }),
      createBrowserRecogniser({ kind: "browser", api, phraseApi, clock }),
    ],
  });
}
