/** Calls and summaries in the database: read as the caller, claimed and stored with the secret key. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import { createNetworkHasher } from "../_shared/callerNetwork.ts";
import type { ErrorCode, Result } from "../_shared/contracts/errors.ts";
import { termEntry } from "../_shared/contracts/glossary.ts";
import { type Language, language } from "../_shared/contracts/languages.ts";
import { count } from "../_shared/contracts/numbers.ts";
import type { SummariseRequest } from "../_shared/contracts/summary.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

const terms = z.array(termEntry);

const summaryTask = z.object({
  kind: z.literal("summarise"),
  /** The version of the lines. The result is stored only for the same version. */
  state: count,
  lines_all: count,
  lines: z.array(
    z.object({
      id: z.guid(),
      who: z.nullable(z.string()),
      language,
      text: z.string(),
      /** The name of the person whose wording the text is, if it is not the author's. */
      corrected_by: z.nullable(z.string()),
    }),
  ),
  terms,
});
export type SummaryTask = z.infer<typeof summaryTask>;
export type SummaryInputLine = SummaryTask["lines"][number];

const translationTask = z.object({
  kind: z.literal("translate"),
  state: count,
  language,
  target: language,
  sentences: z.array(z.object({ number: count, text: z.string() })),
  terms,
  /** Names of participants whom the sentences may mention. */
  names: z.array(z.string()),
});
export type SummaryTranslationTask = z.infer<typeof translationTask>;

const claimSchema = z.object({
  work: z.nullable(z.discriminatedUnion("kind", [summaryTask, translationTask])),
  taken: z.boolean(),
  reason: z.nullable(z.string()),
});
export type SummaryClaim = z.infer<typeof claimSchema>;

export interface SummarySentence {
  readonly text: string;
  readonly line_ids: readonly string[];
}

/** A failure. `counts`: the reply was unusable, which counts against `SUMMARY.maxAttempts`. */
interface FailedTask {
  readonly state: number;
  readonly reason: ErrorCode;
  readonly counts: boolean;
}

export type SummaryResult =
  | FailedTask
  | {
      readonly state: number;
      readonly language: Language;
      readonly lines_read: number;
      readonly lines_all: number;
      readonly model: string;
      readonly sentences: readonly SummarySentence[];
    };

export type SummaryTranslationResult =
  | (FailedTask & { readonly target: Language; readonly final: boolean })
  | {
      readonly state: number;
      readonly target: Language;
      readonly texts: readonly { readonly number: number; readonly text: string }[];
    };

export interface SummaryStore {
  /** Rejects callers who may not read the call. Also verifies the caller's token. */
  authorize(callId: string, caller: Caller): Promise<Result<unknown>>;
  /** Claims the task to run for the user, given the available backends. */
  claim(
    request: SummariseRequest,
    caller: Pick<Caller, "userId" | "network">,
    available: { readonly model: boolean; readonly translator: boolean },
  ): Promise<Result<SummaryClaim>>;
  /** Returns whether a new summary was stored. */
  store(callId: string, written: SummaryResult): Promise<Result<boolean>>;
  storeTranslation(callId: string, rendered: SummaryTranslationResult): Promise<Result<boolean>>;
}

export function createSummaryStore({ url, publishableKey, secretKey }: Project): SummaryStore {
  const service = createRestClient(url, secretKey);
  const hashNetwork = createNetworkHasher(secretKey, Date.now);
  return {
    authorize: async (callId, { token }) => {
      const client = createRestClient(url, publishableKey, token);
      return parseRestResponse(await client.rpc("authorize_summary", { p_call_id: callId }), z.unknown());
    },
    claim: async (request, { userId, network }, available) =>
      parseRestResponse(
        await service.rpc("claim_summary", {
          p_call_id: request.call_id,
          p_language: request.language,
          p_again: request.again,
          p_user_id: userId,
          p_model_up: available.model,
          p_translator_up: available.translator,
          p_address: await hashNetwork(network),
        }),
        claimSchema,
      ),
    store: async (call_id, written) =>
      parseRestResponse(await service.rpc("store_summary", { p_result: { call_id, ...written } }), z.boolean()),
    storeTranslation: async (call_id, rendered) =>
      parseRestResponse(
        await service.rpc("store_summary_translation", { p_result: { call_id, ...rendered } }),
        z.boolean(),
      ),
  };
}
