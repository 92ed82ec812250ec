/** Asks the edge function for lines: in the languages that are read in their call, or in one that somebody reads them in. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type TranslateResponse, translateResponse } from "#contracts/translate.ts";
import type { SupabaseHttp } from "../lib/supabaseHttp.ts";

export interface TranslateLinesOptions {
  /** Without one the texts come as broadcasts, with one they are in the answer. */
  readonly language?: Language;
  /** The lines are on their way to the server, together: it waits for them a moment. */
  readonly coming?: boolean;
}

/** At most `LIMITS.translateBatch` ids. */
export type TranslateLines = (
  lineIds: readonly string[],
  wish?: TranslateLinesOptions,
) => Promise<Result<TranslateResponse>>;

export const createTranslateLines =
  (http: Pick<SupabaseHttp, "post">): TranslateLines =>
  async (lines, options = {}) => {
    const response = await http.post("/functions/v1/translate", { lines, ...options });
    if (!response.ok) return response;
    const parsed = translateResponse.safeParse(response.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "translate answered in another shape");
  };
