/** The function `translate` with a scripted database and engines. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { createRateLimiter } from "../_shared/rateLimiter.ts";
import { engineError, outOfTime as noTimeLeft, textRejected, unsupportedPair } from "../_shared/translation/engine.ts";
import type { EngineChain } from "../_shared/translation/engineChain.ts";
import { createTranslateHandler } from "../translate/handler.ts";
import type {
  LineTranslationStatus,
  TranslationClaim,
  TranslationClaims,
  TranslationOutcome,
  TranslationStore,
} from "../translate/translationStore.ts";
import { bearer } from "./callers.ts";

export const LINE_IDS = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"] as const;
export const CLAIM_ID = "55555555-5555-4555-8555-555555555555";
export const translationClaim = (
  line_id: string,
  text: string,
  language: TranslationClaim["language"] = "es",
  target: TranslationClaim["target"] = "en",
) => ({
  line_id,
  revision: 1,
  language,
  text,
  target,
  claim: CLAIM_ID,
  workspace_id: null,
});

/** The function over a database and engines that do what the test says. */
export function setupTranslate({
  proof = ok(null),
  claims = {},
  late = 0,
  busy = 0,
  lost = [],
  stored,
  up = true,
  configured = true,
  turns = Number.POSITIVE_INFINITY,
}: {
  proof?: Result<null>;
  claims?: Partial<TranslationClaims>;
  /** How often it is looked for the lines before they are there. */
  late?: number;
  /** How often another request of the user is claiming. */
  busy?: number;
  /** Lines whose lease somebody else has. */
  lost?: readonly string[];
  stored?: Result<LineTranslationStatus[]>;
  up?: boolean;
  configured?: boolean;
  /** That the caller has. */
  turns?: number;
} = {}) {
  const seen = {
    callers: [] as Caller[],
    claims: [] as { ids: readonly string[]; userId: string; engineUp: boolean; language: string | undefined }[],
    stored: [] as TranslationOutcome[],
    spentBy: [] as string[],
    turns: 0,
    asked: [] as { texts: readonly string[]; pair: string }[],
    terms: [] as (readonly string[])[],
    names: [] as (readonly string[])[],
    pauses: [] as number[],
    log: [] as Failure[],
  };
  const store: TranslationStore = {
    verifyCaller: (caller) => {
      seen.callers.push(caller);
      return Promise.resolve(proof);
    },
    claim: (ids, { userId }, engineUp, language) => {
      seen.claims.push({ ids, userId, engineUp, language });
      if (seen.claims.length <= busy) return Promise.resolve(fail("request/rate-limited"));
      const found = seen.claims.length > late ? { absent: [], ...claims } : { absent: [...ids] };
      return Promise.resolve(ok({ claimed: [], others: [], terms: [], names: [], ...found }));
    },
    store: (outcomes, { userId }) => {
      seen.stored.push(...outcomes);
      seen.spentBy.push(userId);
      const written = outcomes.filter(({ line_id }) => !lost.includes(line_id));
      return Promise.resolve(
        stored ??
          ok(
            written.map(({ line_id, language, status, reason, revision, text }) => ({
              line_id,
              language: language as LineTranslationStatus["language"],
              status,
              reason,
              ...(text !== null && { made: { revision, text } }),
            })),
          ),
      );
    },
  };
  const chain: EngineChain = {
    isAvailable: () => up,
    pairs: () => Promise.resolve([{ from: ["en"], to: ["en", "es"] }]),
    retryAfterMs: () => (up ? null : 4_000),
    translate: (texts, source, target, { terms, names }) => {
      seen.terms.push(terms.map(({ term }) => term));
      seen.names.push(names);
      seen.asked.push({ texts, pair: `${source}>${target}` });
      return Promise.resolve(
        texts.map((text) => {
          if (target === "ja") return unsupportedPair();
          if (target === "de") return engineError("status 500");
          if (text === "poison") return textRejected("empty text");
          if (text === "last") return noTimeLeft();
          return { ok: true, value: { text: `${text} (${target})`, engine: "fake" } };
        }),
      );
    },
  };
  const sleep = (milliseconds: number) => Promise.resolve(seen.pauses.push(milliseconds));
  const withinLimit = createRateLimiter({ limit: turns, windowMs: 1_000, now: () => 0 });
  const checkRateLimit = (key: string) => {
    seen.turns += 1;
    return withinLimit(key);
  };
  const handler = createTranslateHandler(
    { store, checkRateLimit, chain, sleep },
    (failure) => seen.log.push(failure),
    configured,
  );
  const call = async (body: unknown = { lines: LINE_IDS }, authorization: string | null = bearer()) => {
    const response = await handler(
      new Request("http://functions/translate", {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: authorization === null ? {} : { authorization },
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  return { call, handler, seen };
}

export const errorResult = (code: string, status: number) => ({ status, body: { error: { code } } });
