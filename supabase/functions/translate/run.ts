/** What the function does with lines: which are the caller's to ask for, what is still missing, who translates it. */
import type { Caller } from "../_shared/caller.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { TranslateRequest, TranslateResponse } from "../_shared/contracts/translate.ts";
import { type EngineResult, outOfTime } from "../_shared/translation/engine.ts";
import type { EngineChain, EngineTranslation } from "../_shared/translation/engineChain.ts";
import type {
  LineTranslationStatus,
  TranslationClaim,
  TranslationOutcome,
  TranslationStore,
} from "./translationStore.ts";

export interface TranslateDependencies {
  readonly store: TranslationStore;
  /** Takes a turn for a user; false when they had all of theirs. */
  checkRateLimit(userId: string): boolean;
  readonly chain: EngineChain;
  /** Resolves after so many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * Milliseconds between two looks for lines that are being sent: a claim waits for a sending that has begun, not for one
 * that is still on its way. After the last, who sent them asks again once they are there.
 */
const PENDING_LINE_RETRY_DELAYS_MS = [10, 20, 40, 80, 160, 320] as const;

/**
 * Translates what is missing of the lines and tells how each stands. The texts reach those in the call as a broadcast, and
 * who asked for one language in the answer.
 */
export async function translateLines(
  { lines: ids, language, coming = false }: TranslateRequest,
  caller: Caller,
  { store, checkRateLimit, chain, sleep }: TranslateDependencies,
): Promise<Result<TranslateResponse>> {
  const verified = await store.verifyCaller(caller);
  if (!verified.ok) return verified;
  // Not before the token is proven: else whoever forges one would use up another's turns.
  if (!checkRateLimit(caller.userId)) return fail("request/rate-limited");
  const claim = () => store.claim(ids, caller.userId, chain.isAvailable(), language);
  let claims = await claim();
  for (const delayMs of coming ? PENDING_LINE_RETRY_DELAYS_MS : []) {
    // They are sent together: all are there, or none.
    if (!claims.ok || claims.value.absent.length < ids.length) break;
    await sleep(delayMs);
    claims = await claim();
  }
  if (!claims.ok) return claims;
  const { claimed, others, terms } = claims.value;
  if (claimed.length === 0) return ok({ results: others });

  const outcomes = await Promise.all(
    groupClaims(claimed).map((group) => {
      const [{ workspace_id }] = group;
      const own = terms.filter((term) => term.workspace_id === workspace_id);
      return translateGroup(group, own, chain);
    }),
  );
  const stored = await store.store(outcomes.flat(), caller.userId);
  if (!stored.ok) return stored;
  const lost = claimed.filter((claim) => !stored.value.some((standing) => isStatusOf(standing, claim)));
  const written = language === undefined ? stored.value.map(omitText) : stored.value;
  return ok({ results: [...others, ...written, ...lost.map(takenOverStatus)] });
}

const omitText = ({ made: _, ...standing }: LineTranslationStatus): LineTranslationStatus => standing;

const isStatusOf = (standing: LineTranslationStatus, claim: TranslationClaim) =>
  standing.line_id === claim.line_id && standing.language === claim.target;

/** Our lease had ended and another request is at it, or the line has changed: a broadcast will tell. */
const takenOverStatus = (claim: TranslationClaim): LineTranslationStatus => ({
  line_id: claim.line_id,
  language: claim.target,
  status: "claimed",
  reason: null,
});

/** Never empty; all of one source, one target and one glossary. */
type ClaimGroup = readonly [TranslationClaim, ...TranslationClaim[]];

function groupClaims(claims: readonly TranslationClaim[]): ClaimGroup[] {
  const found = new Map<string, [TranslationClaim, ...TranslationClaim[]]>();
  for (const claim of claims) {
    const key = `${claim.language} ${claim.target} ${claim.workspace_id}`;
    const group = found.get(key);
    if (group === undefined) found.set(key, [claim]);
    else group.push(claim);
  }
  return [...found.values()];
}

/** Each line is translated by itself: what one lacks takes nothing from the others. */
async function translateGroup(
  group: ClaimGroup,
  terms: readonly TermEntry[],
  chain: EngineChain,
): Promise<TranslationOutcome[]> {
  const [{ language, target }] = group;
  const texts = group.map(({ text }) => text);
  const results = (await chain.translate(texts, language, target, terms)).values();
  return group.map((claim) => toOutcome(claim, results.next().value ?? outOfTime()));
}

function toOutcome(
  { line_id, revision, target, claim }: TranslationClaim,
  result: EngineResult<EngineTranslation>,
): TranslationOutcome {
  const about = { line_id, revision, language: target, claim };
  if (result.ok) return { ...about, status: "ready", ...result.value, reason: null, sent: true, counts: true };
  const { code, engineFailed, attempted } = result.error;
  const status = code === "translate/unsupported-pair" ? "unavailable" : "failed";
  return {
    ...about,
    status,
    text: null,
    engine: null,
    reason: code,
    sent: attempted,
    counts: attempted && !engineFailed,
  };
}
