/** Asks the edge function for lines: in the languages that are read in their call, or in one that somebody reads them in. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type TranslateAnswer, translateAnswer } from "#contracts/translate.ts";
import type { Http } from "../../platform/rpcHttp.ts";

/**
 * At most `LIMITS.translateBatch` ids. Without a language the texts come as broadcasts, with one they are in the answer.
 */
export type Translate = (lineIds: readonly string[], language?: Language) => Promise<Result<TranslateAnswer>>;

export const createTranslate =
  (http: Pick<Http, "post">): Translate =>
  async (lines, language) => {
    const answer = await http.post("/functions/v1/translate", { lines, ...(language && { language }) });
    if (!answer.ok) return answer;
    const parsed = translateAnswer.safeParse(answer.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "translate answered in another shape");
  };
