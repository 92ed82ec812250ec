/**
 * Any server that speaks OpenAI's `POST /v1/audio/transcriptions` (platform.openai.com/docs/api-reference/audio): Whisper
 * there, whisper.cpp, Speaches, vLLM, Groq …. One that fails is left alone for a while.
 */
import * as z from "zod/mini";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { makeRests } from "../_shared/rests.ts";
import { ask, type Manner } from "../_shared/translation/ask.ts";
import type { Sound } from "./wav.ts";

/** `prompt`: words that may be said, for their spelling. Refuses with `speech/unavailable`. Never rejects. */
export type Hear = (sound: Sound, language: Language, prompt: string) => Promise<Result<string>>;

export interface RecogniserOptions {
  /** Up to `/v1`, without it. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  /** Milliseconds, of any origin. */
  now(): number;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
}

/** ISO 639-1, where a model knows another name. */
const NAMES: Partial<Record<Language, string>> = { nb: "no", "zh-Hans": "zh", "zh-Hant": "zh" };

/** Nobody speaks faster, in any script; a model that rambles does. Code points. */
const mostOf = (milliseconds: number) => 200 + milliseconds / 25;

const transcribed = z.object({ text: z.string() });

export function makeRecogniser({ url, key, model, now, timeout }: RecogniserOptions): Hear {
  const address = new URL("v1/audio/transcriptions", url.endsWith("/") ? url : `${url}/`);
  const manner: Manner = { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } };
  const rests = makeRests<"this", string>(now);
  return async ({ file, length }, language, prompt) => {
    const rest = rests.of("this");
    if (rest !== undefined) return fail("speech/unavailable", rest);
    const form = new FormData();
    form.set("file", file);
    form.set("model", model);
    form.set("language", NAMES[language] ?? language);
    if (prompt !== "") form.set("prompt", prompt);
    form.set("response_format", "json");
    const answer = await ask(address, form, transcribed, timeout(TRANSCRIBE.timeout), manner);
    if (!answer.ok) {
      const { code, cause = "", down } = answer.error;
      if (down) rests[code === "translate/quota" ? "spent" : "failed"]("this", cause);
      return fail("speech/unavailable", cause);
    }
    rests.answered("this");
    const { text } = answer.value;
    return [...text].length > mostOf(length) ? fail("speech/unavailable", "too long a text") : ok(text);
  };
}
