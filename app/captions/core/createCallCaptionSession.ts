/** Creates a caption session with all recognisers of this browser. */
import type { SupabaseHttp } from "../../lib/supabaseHttp.ts";
import { type CaptionSession, type CaptionSessionOptions, createCaptionSession } from "../captionSession.ts";
import { createBrowserRecogniser } from "./browserRecogniser.ts";
import { captionPreferences } from "./captionPreferences.ts";
import { createServerRecogniser } from "./serverRecogniser.ts";
import type { PhraseApi, SpeechApi } from "./speechApi.ts";
import { isTranscriptionConfigured, transcribe } from "./transcribe.ts";
import { openVoice } from "./voice.ts";

declare global {
  /** Missing in TypeScript's DOM library. Chromium and Safari use the second name. */
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
    // Audio stays on the device if possible. The vendor's service needs an explicit choice.
    recognisers: [
      createBrowserRecogniser({ kind: "device", api, phraseApi, clock }),
      createServerRecogniser({
        configured: () => isTranscriptionConfigured(http),
        transcribe: (audio, language) =>
          transcribe({ http, clock }, { callId: call.getSnapshot().callId ?? "", id: newId(), language, audio }),
        openVoice,
      }),
      createBrowserRecogniser({ kind: "browser", api, phraseApi, clock }),
    ],
  });
}
