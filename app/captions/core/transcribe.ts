/** Requests to the edge function `transcribe`. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { TRANSCRIBE, transcribeResponse, transcribeStatus } from "#contracts/transcribe.ts";
import type { Clock } from "../../lib/clock.ts";
import { retry } from "../../lib/retry.ts";
import type { SupabaseHttp } from "../../lib/supabaseHttp.ts";

const TRANSCRIBE_PATH = "/functions/v1/transcribe";

/** Returns whether the operator configured a recogniser; false if the request fails. */
export async function isTranscriptionConfigured(http: Pick<SupabaseHttp, "get">): Promise<boolean> {
  const response = await http.get(TRANSCRIBE_PATH);
  return response.ok && transcribeStatus.safeParse(response.value).data?.configured === true;
}

/**
 * Returns the captions of one phrase, which is sent again while the function has no place for it. `id`: new for each phrase.
 * `audio`: a WAV file of 16 kHz.
 */
export async function transcribe(
  { http, clock }: { readonly http: Pick<SupabaseHttp, "post">; readonly clock: Clock },
  request: { readonly callId: string; readonly id: string; readonly language: Language; readonly audio: Blob },
): Promise<Result<readonly string[]>> {
  const query = new URLSearchParams({ call_id: request.callId, id: request.id, language: request.language });
  const response = await retry(() => http.post(`${TRANSCRIBE_PATH}?${query}`, request.audio), {
    clock,
    delaysMs: TRANSCRIBE.busyRetryDelaysMs,
    isTransient: ({ code }) => code === "request/busy",
  });
  if (!response.ok) return response;
  const parsed = transcribeResponse.safeParse(response.value);
  return parsed.success ? ok(parsed.data.texts) : fail("bug/unexpected", "transcribe answered in another shape");
}
