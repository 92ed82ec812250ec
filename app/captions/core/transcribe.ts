/** Asks the edge function for the words of one phrase. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { transcribeAnswer, transcribeState } from "#contracts/transcribe.ts";
import type { Http } from "../../platform/rpcHttp.ts";

const PATH = "/functions/v1/transcribe";

/** Whether it has a recogniser. Who cannot be asked has none. */
export async function isTranscribing(http: Pick<Http, "get">): Promise<boolean> {
  const answer = await http.get(PATH);
  return answer.ok && transcribeState.safeParse(answer.value).data?.configured === true;
}

/** `id` is new for each phrase; `sound` a WAV of 16 kHz. */
export async function transcribe(
  http: Pick<Http, "post">,
  asked: { readonly callId: string; readonly id: string; readonly language: Language; readonly sound: Blob },
): Promise<Result<readonly string[]>> {
  const query = new URLSearchParams({ call_id: asked.callId, id: asked.id, language: asked.language });
  const answer = await http.post(`${PATH}?${query}`, asked.sound);
  if (!answer.ok) return answer;
  const parsed = transcribeAnswer.safeParse(answer.value);
  return parsed.success ? ok(parsed.data.texts) : fail("bug/unexpected", "transcribe answered in another shape");
}
