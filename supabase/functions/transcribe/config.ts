/** Creates the recogniser that the environment configures. */
import type { Environment } from "../_shared/env.ts";
import { createEnvReader } from "../_shared/envReader.ts";
import { createRecogniser, type RecogniserOptions, type Transcribe } from "./recogniser.ts";

const DEFAULT_MODEL = "whisper-1";

/**
 * Reads `TRANSCRIBE_URL`, `TRANSCRIBE_MODEL`, and `TRANSCRIBE_KEY` if the server requires it. Returns null without them.
 * Throws one sentence, without a value, if a variable is wrong or the address is missing.
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
