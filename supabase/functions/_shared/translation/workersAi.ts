/**
 * Cloudflare's Workers AI with m2m100-1.2b, through its REST API: `POST …/accounts/<id>/ai/run/@cf/meta/m2m100-1.2b` with
 * `{text, source_lang, target_lang}` returns `{result: {translated_text}, success}`
 * (developers.cloudflare.com/workers-ai/models/m2m100-1.2b). The model is good at one or two sentences at a time, so each
 * text is a request of its own.
 */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { processEach } from "./chunk.ts";
import { type Engine, type PairTest, quotaExceeded, unsupportedPair } from "./engine.ts";
import { type HttpRequestOptions, requestJsonWithin } from "./httpRequest.ts";
import { validateText } from "./validateOutput.ts";

/** Our languages that the model lacks. It has a single Chinese, and writes it simplified. */
const UNSUPPORTED_LANGUAGES: readonly Language[] = ["eo", "eu", "ku", "rw", "te", "ti"];
const UNSUPPORTED_TARGETS: readonly Language[] = ["zh-Hant"];
const MODEL_CODES: Partial<Record<Language, string>> = { nb: "no", "zh-Hans": "zh", "zh-Hant": "zh" };

const CONCURRENCY = 6;
const API_URL = "https://api.cloudflare.com";
const MODEL = "@cf/meta/m2m100-1.2b";

/** "You have used up your daily free allocation" (developers.cloudflare.com/workers-ai/platform/errors). */
const ACCOUNT_LIMITED_CODE = 3036;

const translated = z.object({
  success: z.literal(true),
  result: z.object({ translated_text: z.string() }),
});
const errorSchema = z.object({ errors: z.array(z.object({ code: z.number() })) });

export interface WorkersAiOptions {
  /** 32 hexadecimal digits. */
  readonly account: string;
  readonly token: string;
  /** The address of a gateway. By default Cloudflare's. */
  readonly url?: string | undefined;
}

export function createWorkersAiEngine({ account, token, url = API_URL }: WorkersAiOptions): Engine {
  const address = new URL(`/client/v4/accounts/${account}/ai/run/${MODEL}`, url);
  const options: HttpRequestOptions = { headers: { authorization: `Bearer ${token}` }, parseFailure };
  return {
    name: "workers-ai",
    readPairs: () => Promise.resolve({ ok: true, value: isSupported }),
    translate: (texts, source, target, within) => {
      if (!isSupported(source, target)) return Promise.resolve(texts.map(unsupportedPair));
      const pair = { source_lang: MODEL_CODES[source] ?? source, target_lang: MODEL_CODES[target] ?? target };
      return processEach(texts, CONCURRENCY, async (text) => {
        const response = await requestJsonWithin(within, address, { text, ...pair }, translated, options);
        return response.ok ? validateText(text, response.value.result.translated_text) : response;
      });
    },
  };
}

const isSupported: PairTest = (source, target) =>
  ![source, target].some((language) => UNSUPPORTED_LANGUAGES.includes(language)) &&
  !UNSUPPORTED_TARGETS.includes(target);

function parseFailure(_status: number, body: unknown) {
  const parsed = errorSchema.safeParse(body);
  return parsed.success && parsed.data.errors.some(({ code }) => code === ACCOUNT_LIMITED_CODE)
    ? quotaExceeded("error 3036")
    : null;
}
