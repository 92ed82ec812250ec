/** What the function does with lines: which are the caller's to ask for, what is still missing, who translates it. */
import type { Caller } from "../_shared/caller.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { TranslateAnswer, TranslateRequest } from "../_shared/contracts/translate.ts";
import type { Chain, Translated } from "../_shared/translation/chain.ts";
import { type EngineResult, late } from "../_shared/translation/engine.ts";
import type { Claim, Lines, Outcome, Standing } from "./lines.ts";

export interface Tools {
  readonly lines: Lines;
  /** Takes a turn for a user; false when they had all of theirs. */
  takeTurn(userId: string): boolean;
  readonly chain: Chain;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/**
 * Milliseconds between two looks for lines that are being sent: a claim waits for a sending that has begun, not for one
 * that is still on its way. After the last, who sent them asks again once they are there.
 */
const COMING = [10, 20, 40, 80, 160, 320] as const;

/**
 * Translates what is missing of the lines and tells how each stands. The texts reach those in the call as a broadcast, and
 * who asked for one language in the answer.
 */
export async function translateLines(
  { lines: ids, language, coming = false }: TranslateRequest,
  caller: Caller,
  { lines, takeTurn, chain, pause }: Tools,
): Promise<Result<TranslateAnswer>> {
  const proof = await lines.prove(caller);
  if (!proof.ok) return proof;
  // Not before the token is proven: else whoever forges one would use up another's turns.
  if (!takeTurn(caller.userId)) return fail("request/rate-limited");
  const claim = () => lines.claim(ids, caller.userId, chain.isUp(), language);
  let claims = await claim();
  for (const wait of coming ? COMING : []) {
    // They are sent together: all are there, or none.
    if (!claims.ok || claims.value.absent.length < ids.length) break;
    await pause(wait);
    claims = await claim();
  }
  if (!claims.ok) return claims;
  const { claimed, others, terms } = claims.value;
  if (claimed.length === 0) return ok({ results: others });

  const outcomes = await Promise.all(
    groups(claimed).map((group) => {
      const [{ workspace_id }] = group;
      const own = terms.filter((term) => term.workspace_id === workspace_id);
      return translateGroup(group, own, chain);
    }),
  );
  const stored = await lines.store(outcomes.flat(), caller.userId);
  if (!stored.ok) return stored;
  const lost = claimed.filter((claim) => !stored.value.some((standing) => isOf(standing, claim)));
  const written = language === undefined ? stored.value.map(withoutText) : stored.value;
  return ok({ results: [...others, ...written, ...lost.map(takenOver)] });
}

const withoutText = ({ made: _, ...standing }: Standing): Standing => standing;

const isOf = (standing: Standing, claim: Claim) =>
  standing.line_id === claim.line_id && standing.language === claim.target;

/** Our lease had ended and another request is at it, or the line has changed: a broadcast will tell. */
const takenOver = (claim: Claim): Standing => ({
  line_id: claim.line_id,
  language: claim.target,
  status: "claimed",
  reason: null,
});

/** Never empty; all of one source, one target and one glossary. */
type Group = readonly [Claim, ...Claim[]];

function groups(claims: readonly Claim[]): Group[] {
  const found = new Map<string, [Claim, ...Claim[]]>();
  for (const claim of claims) {
    const key = `${claim.language} ${claim.target} ${claim.workspace_id}`;
    const group = found.get(key);
    if (group === undefined) found.set(key, [claim]);
    else group.push(claim);
  }
  return [...found.values()];
}

/** Each line is translated by itself: what one lacks takes nothing from the others. */
async function translateGroup(group: Group, terms: readonly TermEntry[], chain: Chain): Promise<Outcome[]> {
  const [{ language, target }] = group;
  const texts = group.map(({ text }) => text);
  const results = (await chain.translate(texts, language, target, terms)).values();
  return group.map((claim) => outcome(claim, results.next().value ?? late()));
}

function outcome({ line_id, revision, target, claim }: Claim, result: EngineResult<Translated>): Outcome {
  const about = { line_id, revision, language: target, claim };
  if (result.ok) return { ...about, status: "ready", ...result.value, reason: null, sent: true, counts: true };
  const { code, down, sent } = result.error;
  const status = code === "translate/unsupported-pair" ? "unavailable" : "failed";
  return { ...about, status, text: null, engine: null, reason: code, sent, counts: sent && !down };
}
