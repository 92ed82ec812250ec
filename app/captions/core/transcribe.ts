/** Asks the edge function for the words of one phrase. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { transcribeResponse, transcribeStatus } from "#contracts/transcribe.ts";
import type { SupabaseHttp } from "../../lib/supabaseHttp.ts";

const TRANSCRIBE_PATH = "/functions/v1/transcribe";

/** Whether it has a recogniser. Who cannot be asked has none. */
export async function isTranscriptionConfigured(http: Pick<SupabaseHttp, "get">): Promise<boolean> {
  const response = await http.get(TRANSCRIBE_PATH);
  return response.ok && transcribeStatus.safeParse(response.value).data?.configured === true;
}

/** `id` is new for each phrase; `sound` a WAV of 16 kHz. */
export async function transcribe(
  http: Pick<SupabaseHttp, "post">,
  request: { readonly callId: string; readonly id: string; readonly language: Language; readonly sound: Blob },
): Promise<Result<readonly string[]>> {
  const query = new URLSearchParams({ call_id: request.callId, id: request.id, language: request.language });
  const response = await http.post(`${TRANSCRIBE_PATH}?${query}`, request.sound);
  if (!response.ok) return response;
  const parsed = transcribeResponse.safeParse(response.value);
  return parsed.success ? ok(parsed.data.texts) : fail("bug/unexpected", "transcribe answered in another shape");
}
