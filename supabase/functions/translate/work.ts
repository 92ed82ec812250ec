/** What the function does with lines: which are the caller's to ask for, what is still missing, who translates it. */
import type { Caller } from "../_shared/caller.ts";
import { ok, type Result } from "../_shared/contracts/errors.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { TranslateAnswer, TranslateRequest } from "../_shared/contracts/translate.ts";
import type { Chain, Translated } from "../_shared/translation/chain.ts";
import type { EngineResult } from "../_shared/translation/engine.ts";
import type { Claim, Lines, Outcome, Standing } from "./lines.ts";

export interface Tools {
  readonly lines: Lines;
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
  { lines, chain, pause }: Tools,
): Promise<Result<TranslateAnswer>> {
  const proof = await lines.prove(caller);
  if (!proof.ok) return proof;
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
  const stored = await lines.store(outcomes.flat());
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

/** One request for all; when an engine stumbles over one of the texts, each alone, so that it stops none but itself. */
async function translateGroup(group: Group, terms: readonly TermEntry[], chain: Chain): Promise<Outcome[]> {
  const [{ language, target }] = group;
  const texts = group.map(({ text }) => text);
  const result = await chain.translate(texts, language, target, terms);
  if (result.ok || result.error.down || group.length === 1 || result.error.code !== "translate/unavailable") {
    return group.map((claim, index) => outcome(claim, result, index));
  }
  const done: Outcome[] = [];
  for (const claim of group) done.push(outcome(claim, await chain.translate([claim.text], language, target, terms), 0));
  return done;
}

function outcome(claim: Claim, result: EngineResult<Translated>, index: number): Outcome {
  const about = { line_id: claim.line_id, revision: claim.revision, language: claim.target };
  if (result.ok) {
    const { texts, engine } = result.value;
    return { ...about, status: "ready", text: texts[index] ?? null, engine, reason: null };
  }
  const final = result.error.code === "translate/unsupported-pair";
  return {
    ...about,
    status: final ? "unavailable" : "failed",
    text: null,
    engine: null,
    reason: result.error.code,
  };
}
