/** The lines as the database gives them: read as the caller, claimed and stored as the service. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import { ok, type Result } from "../_shared/contracts/errors.ts";
import { termEntry } from "../_shared/contracts/glossary.ts";
import { language } from "../_shared/contracts/languages.ts";
import { translateAnswer } from "../_shared/contracts/translate.ts";
import { connect, read } from "../_shared/database.ts";
import type { Project } from "../_shared/env.ts";

const results = translateAnswer.shape.results;
export type Standing = z.infer<typeof results>[number];

const claims = z.object({
  claimed: z.array(
    z.object({
      line_id: z.uuid(),
      revision: z.int().check(z.positive()),
      language,
      text: z.string(),
      target: language,
      /** Whose glossary speaks of it. */
      workspace_id: z.nullable(z.uuid()),
    }),
  ),
  others: results,
  /** Of each workspace and language among the claims once: never translated, or with words for one of their targets. */
  terms: z.array(z.extend(termEntry, { workspace_id: z.uuid() })),
});
export type Claims = z.infer<typeof claims>;
export type Claim = Claims["claimed"][number];

export interface Outcome {
  line_id: string;
  revision: number;
  language: string;
  status: "ready" | "failed" | "unavailable";
  text: string | null;
  engine: string | null;
  reason: string | null;
}

export interface Lines {
  /** Those of the ids that the caller may read; also the proof of the caller's token. */
  readable(ids: readonly string[], caller: Caller): Promise<Result<string[]>>;
  /** Takes what is to be translated for the user; with `engineUp` false nothing is taken, only told. */
  claim(ids: readonly string[], userId: string, engineUp: boolean): Promise<Result<Claims>>;
  /** Answers how those stand that it wrote; the others were no longer ours. */
  store(outcomes: readonly Outcome[]): Promise<Result<Standing[]>>;
}

export function makeLines({ url, publishableKey, secretKey }: Project): Lines {
  const service = connect(url, secretKey);
  return {
    readable: async (ids, { token }) => {
      const caller = connect(url, publishableKey, token);
      const answer = await caller.from("lines").select("id").in("id", ids);
      const rows = read(answer, z.array(z.object({ id: z.uuid() })));
      return rows.ok ? ok(rows.value.map(({ id }) => id)) : rows;
    },
    claim: async (ids, userId, engineUp) =>
      read(await service.rpc("claim_translations", { line_ids: ids, user_id: userId, engine_up: engineUp }), claims),
    store: async (outcomes) => read(await service.rpc("store_translations", { results: outcomes }), results),
  };
}
