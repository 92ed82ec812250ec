/**
 * Cloudflare's Workers AI with m2m100-1.2b, by its REST API: `POST …/accounts/<id>/ai/run/@cf/meta/m2m100-1.2b` with
 * `{text, source_lang, target_lang}`, answered as `{result: {translated_text}, success}`
 * (developers.cloudflare.com/workers-ai/models/m2m100-1.2b). One sentence or two at a time is what it is good at: texts are
 * asked for one by one.
 */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { processEach } from "./chunk.ts";
import { type Engine, quotaExceeded, unsupportedPair } from "./engine.ts";
import { type HttpRequestOptions, requestJsonWithin } from "./httpRequest.ts";
import { validateText } from "./validateOutput.ts";

/** What the model does not know, of our languages; its Chinese is one, and comes out simplified. */
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
  /** Instead of Cloudflare's address: a gateway of one's own. */
  readonly url?: string | undefined;
}

export function createWorkersAiEngine({ account, token, url = API_URL }: WorkersAiOptions): Engine {
  const address = new URL(`/client/v4/accounts/${account}/ai/run/${MODEL}`, url);
  const manner: HttpRequestOptions = { headers: { authorization: `Bearer ${token}` }, parseFailure };
  return {
    name: "workers-ai",
    translate: (texts, source, target, within) => {
      if (
        [source, target].some((language) => UNSUPPORTED_LANGUAGES.includes(language)) ||
        UNSUPPORTED_TARGETS.includes(target)
      ) {
        return Promise.resolve(texts.map(unsupportedPair));
      }
      const pair = { source_lang: MODEL_CODES[source] ?? source, target_lang: MODEL_CODES[target] ?? target };
      return processEach(texts, CONCURRENCY, async (text) => {
        const answer = await requestJsonWithin(within, address, { text, ...pair }, translated, manner);
        return answer.ok ? validateText(text, answer.value.result.translated_text) : answer;
      });
    },
  };
}

function parseFailure(_status: number, body: unknown) {
  const said = errorSchema.safeParse(body);
  return said.success && said.data.errors.some(({ code }) => code === ACCOUNT_LIMITED_CODE)
    ? quotaExceeded("error 3036")
    : null;
}
