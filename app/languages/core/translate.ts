/** Asks the edge function for lines in the languages that are read in their meeting. The texts come as broadcasts. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import { type TranslateAnswer, translateAnswer } from "#contracts/translate.ts";
import type { Http } from "../../platform/rpcHttp.ts";

/** At most `LIMITS.translateBatch` ids. */
export type Translate = (lineIds: readonly string[]) => Promise<Result<TranslateAnswer>>;

export const createTranslate =
  (http: Pick<Http, "post">): Translate =>
  async (lines) => {
    const answer = await http.post("/functions/v1/translate", { lines });
    if (!answer.ok) return answer;
    const parsed = translateAnswer.safeParse(answer.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "translate answered in another shape");
  };
