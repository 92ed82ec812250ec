/**
 * Cloudflare's Workers AI with m2m100-1.2b, by its REST API: `POST …/accounts/<id>/ai/run/@cf/meta/m2m100-1.2b` with
 * `{text, source_lang, target_lang}`, answered as `{result: {translated_text}, success}`
 * (developers.cloudflare.com/workers-ai/models/m2m100-1.2b). One sentence or two at a time is what it is good at: texts are
 * asked for one by one.
 */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { askWithin, type Manner } from "./ask.ts";
import { oneByOne } from "./batches.ts";
import { checkText } from "./check.ts";
import { type Engine, spent, unsupported } from "./engine.ts";

/** What the model does not know, of our languages; its Chinese is one, and comes out simplified. */
const LACKS: readonly Language[] = ["eo", "eu", "ku", "rw", "te", "ti"];
const LACKS_AS_TARGET: readonly Language[] = ["zh-Hant"];
const RENAMED: Partial<Record<Language, string>> = { nb: "no", "zh-Hans": "zh", "zh-Hant": "zh" };

const AT_ONCE = 6;
const PUBLIC = "https://api.cloudflare.com";
const MODEL = "@cf/meta/m2m100-1.2b";

/** "You have used up your daily free allocation" (developers.cloudflare.com/workers-ai/platform/errors). */
const ACCOUNT_LIMITED = 3036;

const translated = z.object({
  success: z.literal(true),
  result: z.object({ translated_text: z.string() }),
});
const complaint = z.object({ errors: z.array(z.object({ code: z.number() })) });

export interface WorkersAiOptions {
  /** 32 hexadecimal digits. */
  readonly account: string;
  readonly token: string;
  /** Instead of Cloudflare's address: a gateway of one's own. */
  readonly url?: string | undefined;
}

export function makeWorkersAi({ account, token, url = PUBLIC }: WorkersAiOptions): Engine {
  const address = new URL(`/client/v4/accounts/${account}/ai/run/${MODEL}`, url);
  const manner: Manner = { headers: { authorization: `Bearer ${token}` }, refusal };
  return {
    name: "workers-ai",
    translate: (texts, source, target, within) => {
      if ([source, target].some((language) => LACKS.includes(language)) || LACKS_AS_TARGET.includes(target)) {
        return Promise.resolve(texts.map(unsupported));
      }
      const pair = { source_lang: RENAMED[source] ?? source, target_lang: RENAMED[target] ?? target };
      return oneByOne(texts, AT_ONCE, async (text) => {
        const answer = await askWithin(within, address, { text, ...pair }, translated, manner);
        return answer.ok ? checkText(text, answer.value.result.translated_text) : answer;
      });
    },
  };
}

function refusal(_status: number, body: unknown) {
  const said = complaint.safeParse(body);
  return said.success && said.data.errors.some(({ code }) => code === ACCOUNT_LIMITED) ? spent("error 3036") : null;
}
