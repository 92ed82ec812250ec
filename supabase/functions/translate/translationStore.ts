/** The lines as the database gives them, to the service: for a caller who was proven, and only what they may read. */
import * as z from "zod/mini";
import { createCallerVerifier, type VerifyCaller } from "../_shared/caller.ts";
import type { Result } from "../_shared/contracts/errors.ts";
import { termEntry } from "../_shared/contracts/glossary.ts";
import { type Language, language } from "../_shared/contracts/languages.ts";
import { translateResponse } from "../_shared/contracts/translate.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

const results = translateResponse.shape.results;
export type LineTranslationStatus = z.infer<typeof results>[number];

const claimsSchema = z.object({
  claimed: z.array(
    z.object({
      line_id: z.uuid(),
      revision: z.int().check(z.positive()),
      language,
      text: z.string(),
      target: language,
      /** Goes back with the outcome: a failure counts only while the claim is still this one. */
      claim: z.uuid(),
      /** Whose glossary speaks of it. */
      workspace_id: z.nullable(z.uuid()),
    }),
  ),
  others: results,
  /** Not there, or not for this user. */
  absent: z.array(z.uuid()),
  /** Of each workspace and language among the claims once: never translated, or with words for one of their targets. */
  terms: z.array(z.extend(termEntry, { workspace_id: z.uuid() })),
});
export type TranslationClaims = z.infer<typeof claimsSchema>;
export type TranslationClaim = TranslationClaims["claimed"][number];

export interface TranslationOutcome {
  line_id: string;
  revision: number;
  language: string;
  status: "ready" | "failed" | "unavailable";
  text: string | null;
  engine: string | null;
  reason: string | null;
  claim: string;
  /** An engine got the text: else nothing is spent, and it was not tried. */
  sent: boolean;
  /** It is this text that failed: that may happen only so often. */
  counts: boolean;
}

export interface TranslationStore {
  /** Before anything is claimed in the caller's name. */
  readonly verifyCaller: VerifyCaller;
  /**
   * Takes what is to be translated of the lines that the user may read, into one language or all that are read in their
   * call; with `engineUp` false nothing is taken, only told.
   */
  claim(
    ids: readonly string[],
    userId: string,
    engineUp: boolean,
    language: Language | undefined,
  ): Promise<Result<TranslationClaims>>;
  /** For the user who claimed them. Answers how those stand that it wrote, with their texts; the others were no longer ours. */
  store(outcomes: readonly TranslationOutcome[], userId: string): Promise<Result<LineTranslationStatus[]>>;
}

export function createTranslationStore({ url, secretKey }: Project): TranslationStore {
  const service = createRestClient(url, secretKey);
  return {
    verifyCaller: createCallerVerifier(service),
    claim: async (ids, userId, engineUp, language) => {
      const what = {
        p_line_ids: ids,
        p_user_id: userId,
        p_engine_up: engineUp,
        p_language: language ?? null,
      };
      return parseRestResponse(await service.rpc("claim_translations", what), claimsSchema);
    },
    store: async (outcomes, userId) =>
      parseRestResponse(await service.rpc("store_translations", { p_results: outcomes, p_user_id: userId }), results),
  };
}
