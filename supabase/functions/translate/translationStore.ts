/** Lines and translations in the database, with the secret key: for a verified caller, limited to lines the caller may read. */
import * as z from "zod/mini";
import { type Caller, createCallerVerifier, type VerifyCaller } from "../_shared/caller.ts";
import { createNetworkHasher } from "../_shared/callerNetwork.ts";
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
      line_id: z.guid(),
      revision: z.int().check(z.positive()),
      language,
      text: z.string(),
      target: language,
      /** Returned with the outcome. A failure counts only while this claim is valid. */
      claim: z.guid(),
      /** The workspace whose glossary applies. */
      workspace_id: z.nullable(z.guid()),
    }),
  ),
  others: results,
  /** Ids that do not exist, or that this user may not read. */
  absent: z.array(z.guid()),
  /** Terms that apply to the claims, once for each workspace. */
  terms: z.array(z.extend(termEntry, { workspace_id: z.guid() })),
  /** Names of participants whom the claimed texts may mention. */
  names: z.array(z.string()),
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
  /** An engine received the text. Otherwise no quota is consumed and no attempt counted. */
  sent: boolean;
  /** The text itself failed, which counts against `SERVER_LIMITS.translationAttempts`. */
  counts: boolean;
}

export interface TranslationStore {
  /** Must precede `claim`. */
  readonly verifyCaller: VerifyCaller;
  /**
   * Claims the missing translations of lines that the user may read, into one language or all languages of their call. If
   * no engine is up, it claims nothing and returns the state.
   */
  claim(
    ids: readonly string[],
    caller: Pick<Caller, "userId" | "sessionId" | "level" | "network">,
    engineUp: boolean,
    language: Language | undefined,
  ): Promise<Result<TranslationClaims>>;
  /** Stores outcomes, and returns the state and text of those stored. The others were claimed by another request since. */
  store(
    outcomes: readonly TranslationOutcome[],
    caller: Pick<Caller, "userId" | "network">,
  ): Promise<Result<LineTranslationStatus[]>>;
}

export function createTranslationStore({ url, secretKey }: Project): TranslationStore {
  const service = createRestClient(url, secretKey);
  const hashNetwork = createNetworkHasher(secretKey, Date.now);
  return {
    verifyCaller: createCallerVerifier(service),
    claim: async (ids, { userId, sessionId, level, network }, engineUp, language) => {
      const args = {
        p_line_ids: ids,
        p_user_id: userId,
        p_engine_up: engineUp,
        p_language: language ?? null,
        p_address: await hashNetwork(network),
        p_session_id: sessionId,
        p_level: level,
      };
      return parseRestResponse(await service.rpc("claim_translations", args), claimsSchema);
    },
    store: async (outcomes, { userId, network }) => {
      const args = { p_results: outcomes, p_user_id: userId, p_address: await hashNetwork(network) };
      return parseRestResponse(await service.rpc("store_translations", args), results);
    },
  };
}
