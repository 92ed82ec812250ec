/** The recogniser that the environment names. */
import type { Environment } from "../_shared/env.ts";
import { makeVariables } from "../_shared/variables.ts";
import { type Hear, makeRecogniser, type RecogniserOptions } from "./recogniser.ts";

const MODEL = "whisper-1";

/**
 * `TRANSCRIBE_URL`, with `TRANSCRIBE_KEY` where it asks for one and `TRANSCRIBE_MODEL`; null without them. Throws one
 * sentence, without a value, when one is wrong or has no address to go to.
 */
export function recogniserFrom(env: Environment, tools: Pick<RecogniserOptions, "now" | "timeout">): Hear | null {
  const { text, address, needed } = makeVariables(env);
  const [key, model] = [text("TRANSCRIBE_KEY"), text("TRANSCRIBE_MODEL")];
  if (key !== undefined || model !== undefined) needed("TRANSCRIBE_URL");
  const url = address("TRANSCRIBE_URL");
  if (url === undefined) return null;
  if (/\/v1\/?$/u.test(url)) throw new Error("TRANSCRIBE_URL ends before /v1.");
  return makeRecogniser({ url, key, model: model ?? MODEL, ...tools });
}
