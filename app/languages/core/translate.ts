/** Asks the edge function for lines: in the languages that are read in their call, or in one that somebody reads them in. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type TranslateAnswer, translateAnswer } from "#contracts/translate.ts";
import type { Http } from "../../platform/rpcHttp.ts";

export interface TranslateWish {
  /** Without one the texts come as broadcasts, with one they are in the answer. */
  readonly language?: Language;
  /** The lines are on their way to the server, together: it waits for them a moment. */
  readonly coming?: boolean;
}

/** At most `LIMITS.translateBatch` ids. */
export type Translate = (lineIds: readonly string[], wish?: TranslateWish) => Promise<Result<TranslateAnswer>>;

export const createTranslate =
  (http: Pick<Http, "post">): Translate =>
  async (lines, wish = {}) => {
    const answer = await http.post("/functions/v1/translate", { lines, ...wish });
    if (!answer.ok) return answer;
    const parsed = translateAnswer.safeParse(answer.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "translate answered in another shape");
  };
