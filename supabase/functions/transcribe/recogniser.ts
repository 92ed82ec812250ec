/**
 * Any server that supports OpenAI's `POST /v1/audio/transcriptions` (platform.openai.com/docs/api-reference/audio):
 * OpenAI's Whisper, whisper.cpp, Speaches, vLLM, Groq …. A failing server is paused, see `createUserBreaker`.
 */
import * as z from "zod/mini";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { type HttpRequestOptions, requestJson } from "../_shared/translation/httpRequest.ts";
import { createUserBreaker } from "../_shared/userBreaker.ts";
import type { WavAudio } from "./wav.ts";

/** `prompt` has expected words, for their spelling. Fails with `speech/unavailable`. Never rejects. */
export type Transcribe = (
  audio: WavAudio,
  language: Language,
  prompt: string,
  userId: string,
) => Promise<Result<string>>;

export interface RecogniserOptions {
  /** The address without `/v1`. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  /** Returns milliseconds of any origin. */
  now(): number;
  /** Returns a signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
}

/** Whisper's codes that differ from ours. */
const WHISPER_CODES: Partial<Record<Language, string>> = { nb: "no", "zh-Hans": "zh", "zh-Hant": "zh" };

/** In code points. Nobody speaks faster in any script; only a rambling model exceeds this length. */
const maxLengthFor = (milliseconds: number) => 200 + milliseconds / 25;

const transcribed = z.object({ text: z.string() });

export function createRecogniser({ url, key, model, now, timeout }: RecogniserOptions): Transcribe {
  const address = new URL("v1/audio/transcriptions", url.endsWith("/") ? url : `${url}/`);
  const options: HttpRequestOptions = { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } };
  const breaker = createUserBreaker(now);
  return async ({ file, durationMs }, language, prompt, userId) => {
    const openReason = breaker.openReason(userId);
    if (openReason !== undefined) return fail("speech/unavailable", openReason.error.cause);
    const recordResult = breaker.begin(userId);
    const form = new FormData();
    form.set("file", file);
    form.set("model", model);
    form.set("language", WHISPER_CODES[language] ?? language);
    if (prompt !== "") form.set("prompt", prompt);
    form.set("response_format", "json");
    const response = await requestJson(address, form, transcribed, timeout(TRANSCRIBE.timeoutMs), options);
    recordResult(response);
    if (!response.ok) return fail("speech/unavailable", response.error.cause);
    const { text } = response.value;
    return [...text].length > maxLengthFor(durationMs) ? fail("speech/unavailable", "too long a text") : ok(text);
  };
}
