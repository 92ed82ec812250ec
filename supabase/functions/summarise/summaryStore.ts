/** Calls and their summaries as the database gives them: read as the caller, claimed and stored as the service. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import { type ErrorCode, ok, type Result } from "../_shared/contracts/errors.ts";
import { termEntry } from "../_shared/contracts/glossary.ts";
import { type Language, language } from "../_shared/contracts/languages.ts";
import type { SummariseRequest } from "../_shared/contracts/summary.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

const count = z.int().check(z.nonnegative());
const terms = z.array(termEntry);

const summaryTask = z.object({
  kind: z.literal("summarise"),
  /** Of the lines: what is stored must be of the same. */
  state: count,
  lines_all: count,
  lines: z.array(z.object({ id: z.uuid(), who: z.nullable(z.string()), language, text: z.string() })),
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

/** Why there is none; `counts`: it was the answer's fault, and that may happen only so often. */
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
  /** Whether the caller may read the call; also the proof of the caller's token. */
  canRead(callId: string, caller: Caller): Promise<Result<boolean>>;
  /** What is to be done for the user, and is theirs now. `up`: who could do it. */
  claim(
    asked: SummariseRequest,
    userId: string,
    up: { readonly model: boolean; readonly translator: boolean },
  ): Promise<Result<SummaryClaim>>;
  /** Whether there is a new summary. */
  store(callId: string, written: SummaryResult): Promise<Result<boolean>>;
  storeTranslation(callId: string, rendered: SummaryTranslationResult): Promise<Result<boolean>>;
}

export function createSummaryStore({ url, publishableKey, secretKey }: Project): SummaryStore {
  const service = createRestClient(url, secretKey);
  return {
    canRead: async (callId, { token }) => {
      const response = await createRestClient(url, publishableKey, token).from("calls").select("id").eq("id", callId);
      const rows = parseRestResponse(response, z.array(z.object({ id: z.uuid() })));
      return rows.ok ? ok(rows.value.length > 0) : rows;
    },
    claim: async (asked, userId, up) =>
      parseRestResponse(
        await service.rpc("claim_summary", {
          p_call_id: asked.call_id,
          p_language: asked.language,
          p_again: asked.again,
          p_user_id: userId,
          p_model_up: up.model,
          p_translator_up: up.translator,
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
