/** The function's HTTP side: a segment of sound comes in, captions go out. */
import { readBytes } from "../_shared/body.ts";
import type { Caller, Prove } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import {
  TRANSCRIBE,
  type TranscribeAnswer,
  type TranscribeQuery,
  transcribeQuery,
} from "../_shared/contracts/transcribe.ts";
import { makeReader } from "../_shared/endpoint.ts";
import { captionsOf } from "./captions.ts";
import { promptOf, type TermsOf } from "./hints.ts";
import type { Hear } from "./recogniser.ts";
import type { makeRepeats } from "./repeats.ts";
import type { Spend } from "./spent.ts";
import { readWav, type Sound } from "./wav.ts";

export interface Tools {
  readonly prove: Prove;
  /** Takes a turn for a user; false when they had all of theirs. */
  takeTurn(userId: string): boolean;
  readonly spend: Spend;
  readonly termsOf: TermsOf;
  /** Null: none is configured. */
  readonly hear: Hear | null;
  readonly repeats: ReturnType<typeof makeRepeats<TranscribeAnswer>>;
}

type Segment = TranscribeQuery & { readonly sound: Sound };

export const makeHandler = (tools: Tools, log: (failure: Failure) => void) =>
  makeReader({
    read: readSegment,
    work: (segment, caller) => transcribe(segment, caller, tools),
    log,
    state: { configured: tools.hear !== null },
  });

const WAV = /^audio\/(?:x-|vnd\.)?wave?(?:;|$)/iu;

async function readSegment(request: Request): Promise<Result<Segment>> {
  const query = transcribeQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success || !WAV.test(request.headers.get("content-type") ?? "")) return fail("request/invalid");
  const bytes = await readBytes(request, TRANSCRIBE.bytes);
  if (bytes === null) return fail("speech/too-long");
  const sound = readWav(bytes);
  return sound.ok ? ok({ ...query.data, sound: sound.value }) : sound;
}

async function transcribe(
  { call_id, id, language, sound }: Segment,
  caller: Caller,
  { prove, takeTurn, spend, termsOf, hear, repeats }: Tools,
): Promise<Result<TranscribeAnswer>> {
  if (hear === null) return fail("speech/unavailable", "none is configured");
  const proof = await prove(caller);
  if (!proof.ok) return proof;
  // Not before the token is proven: else whoever forges one would use up another's turns.
  if (!takeTurn(caller.userId)) return fail("request/rate-limited");
  return repeats(`${caller.userId} ${call_id} ${id}`, async () => {
    const spent = await spend(call_id, sound.length, caller);
    if (!spent.ok) return spent;
    const prompt = promptOf(await termsOf(spent.value, caller), language);
    const heard = await hear(sound, language, prompt);
    return heard.ok ? ok({ texts: captionsOf(heard.value, language, prompt) }) : heard;
  });
}
