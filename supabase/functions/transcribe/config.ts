/** The recogniser that the environment names. */
import type { Environment } from "../_shared/env.ts";
import { createEnvReader } from "../_shared/envReader.ts";
import { createRecogniser, type RecogniserOptions, type Transcribe } from "./recogniser.ts";

const DEFAULT_MODEL = "whisper-1";

/**
 * `TRANSCRIBE_URL`, with `TRANSCRIBE_KEY` where it asks for one and `TRANSCRIBE_MODEL`; null without them. Throws one
 * sentence, without a value, when one is wrong or has no address to go to.
 */
export function recogniserFrom(env: Environment, tools: Pick<RecogniserOptions, "now" | "timeout">): Transcribe | null {
  const { text, url: address, required } = createEnvReader(env);
  const [key, model] = [text("TRANSCRIBE_KEY"), text("TRANSCRIBE_MODEL")];
  if (key !== undefined || model !== undefined) required("TRANSCRIBE_URL");
  const url = address("TRANSCRIBE_URL");
  if (url === undefined) return null;
  if (/\/v1\/?$/u.test(url)) throw new Error("TRANSCRIBE_URL ends before /v1.");
  return createRecogniser({ url, key, model: model ?? DEFAULT_MODEL, ...tools });
}
