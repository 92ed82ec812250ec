/** Requests translations from the edge function: into all languages that are read in the call, or into one. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type TranslateResponse, translateResponse } from "#contracts/translate.ts";
import type { SupabaseHttp } from "../lib/supabaseHttp.ts";

export interface TranslateLinesOptions {
  /** With a language the response has the texts. Without one they arrive as broadcasts. */
  readonly language?: Language;
  /** Whether the lines are being posted in parallel. The function then waits briefly until they are stored. */
  readonly coming?: boolean;
}

/** At most `LIMITS.linesPerTranslateRequest` ids. */
export type TranslateLines = (
  lineIds: readonly string[],
  options?: TranslateLinesOptions,
) => Promise<Result<TranslateResponse>>;

export const createTranslateLines =
  (http: Pick<SupabaseHttp, "post">): TranslateLines =>
  async (lines, options = {}) => {
    const response = await http.post("/functions/v1/translate", { lines, ...options });
    if (!response.ok) return response;
    const parsed = translateResponse.safeParse(response.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "translate answered in another shape");
  };
