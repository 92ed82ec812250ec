/** Claims the missing translations of lines, translates them and stores the outcomes. */
import { type Caller, limitKeyOf } from "../_shared/caller.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { TranslateRequest, TranslateResponse } from "../_shared/contracts/translate.ts";
import { type EngineResult, outOfTime } from "../_shared/translation/engine.ts";
import type { EngineChain, EngineTranslation } from "../_shared/translation/engineChain.ts";
import type { Vocabulary } from "../_shared/translation/protectedSpans.ts";
import type {
  LineTranslationStatus,
  TranslationClaim,
  TranslationOutcome,
  TranslationStore,
} from "./translationStore.ts";

export interface TranslateDependencies {
  readonly store: TranslationStore;
  /** Counts a request of a session. Returns false above the limit. */
  checkRateLimit(key: string): boolean;
  readonly chain: EngineChain;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * Delays between claims of lines that are being posted. A claim itself waits for a post in progress, but not for one that
 * has yet to reach the database. After the last delay, the sender requests the translation again once the lines are stored.
 */
const PENDING_LINE_RETRY_DELAYS_MS = [10, 20, 40, 80, 160, 320] as const;

/**
 * Delays after which a claim is repeated because another request of the same user claims at the moment. The database lets
 * one of them wait, so that nobody holds more than one of its connections.
 */
const BUSY_CLAIM_RETRY_DELAYS_MS = [40, 120, 360] as const;

/**
 * Translates the missing translations and returns the state of each line. Participants receive the texts as a broadcast; a
 * reader who requested one language gets them in the response.
 */
export async function translateLines(
  { lines: ids, language, coming = false }: TranslateRequest,
  caller: Caller,
  { store, checkRateLimit, chain, sleep }: TranslateDependencies,
): Promise<Result<TranslateResponse>> {
  const verified = await store.verifyCaller(caller);
  if (!verified.ok) return verified;
  // Only after the token is verified, or a forged token could use up another user's limit.
  if (!checkRateLimit(limitKeyOf(caller))) return fail("request/rate-limited");
  const claim = async () => {
    let claims = await store.claim(ids, caller, chain.isAvailable(caller.userId), language);
    for (const delayMs of BUSY_CLAIM_RETRY_DELAYS_MS) {
      if (claims.ok || claims.error.code !== "request/rate-limited") break;
      await sleep(delayMs);
      claims = await store.claim(ids, caller, chain.isAvailable(caller.userId), language);
    }
    return claims;
  };
  let claims = await claim();
  for (const delayMs of coming ? PENDING_LINE_RETRY_DELAYS_MS : []) {
    // The lines are posted together, so all of them are stored or none.
    if (!claims.ok || claims.value.absent.length < ids.length) break;
    await sleep(delayMs);
    claims = await claim();
  }
  if (!claims.ok) return claims;
  const { claimed, others, terms, names } = claims.value;
  if (claimed.length === 0) return ok({ results: others, ...retryHint(chain, caller) });

  const outcomes = await Promise.all(
    groupClaims(claimed).map((group) => {
      const [{ workspace_id }] = group;
      const own = terms.filter((term) => term.workspace_id === workspace_id);
      return translateGroup(group, { terms: own, names }, chain, caller);
    }),
  );
  const stored = await store.store(outcomes.flat(), caller);
  if (!stored.ok) return stored;
  const takenOver = claimed.filter((claim) => !stored.value.some((status) => isStatusOf(status, claim)));
  const written = language === undefined ? stored.value.map(omitText) : stored.value;
  return ok({ results: [...others, ...written, ...takenOver.map(takenOverStatus)], ...retryHint(chain, caller) });
}

/** Lets pages retry as soon as a paused engine may be requested, and no earlier. */
function retryHint(chain: EngineChain, { userId }: Caller): Pick<TranslateResponse, "retry_after_ms"> {
  const retryAfterMs = chain.retryAfterMs(userId);
  return retryAfterMs === null ? {} : { retry_after_ms: retryAfterMs };
}

const omitText = ({ made: _, ...status }: LineTranslationStatus): LineTranslationStatus => status;

const isStatusOf = (status: LineTranslationStatus, claim: TranslationClaim) =>
  status.line_id === claim.line_id && status.language === claim.target;

/** The lease expired and another request translates the line, or the line changed. A broadcast will follow. */
const takenOverStatus = (claim: TranslationClaim): LineTranslationStatus => ({
  line_id: claim.line_id,
  language: claim.target,
  status: "claimed",
  reason: null,
});

/** A non-empty group of claims with the same source, target and glossary. */
type ClaimGroup = readonly [TranslationClaim, ...TranslationClaim[]];

function groupClaims(claims: readonly TranslationClaim[]): ClaimGroup[] {
  const groups = new Map<string, [TranslationClaim, ...TranslationClaim[]]>();
  for (const claim of claims) {
    const key = `${claim.language} ${claim.target} ${claim.workspace_id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [claim]);
    else group.push(claim);
  }
  return [...groups.values()];
}

/** Returns an outcome for each line. A failure of one line does not affect the others. */
async function translateGroup(
  group: ClaimGroup,
  vocabulary: Vocabulary,
  chain: EngineChain,
  { userId }: Caller,
): Promise<TranslationOutcome[]> {
  const [{ language, target }] = group;
  const texts = group.map(({ text }) => text);
  const results = (await chain.translate(texts, language, target, vocabulary, userId)).values();
  return group.map((claim) => toOutcome(claim, results.next().value ?? outOfTime()));
}

function toOutcome(
  { line_id, revision, target, claim }: TranslationClaim,
  result: EngineResult<EngineTranslation>,
): TranslationOutcome {
  const key = { line_id, revision, language: target, claim };
  if (result.ok) return { ...key, status: "ready", ...result.value, reason: null, sent: true, counts: true };
  const { code, engineFailed, attempted } = result.error;
  const status = code === "translate/unsupported-pair" ? "unavailable" : "failed";
  return {
    ...key,
    status,
    text: null,
    engine: null,
    reason: code,
    sent: attempted,
    counts: attempted && !engineFailed,
  };
}
