/** The model that writes, behind any server that speaks OpenAI's chat: one that fails is left alone for a while. */
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { SUMMARISE } from "../_shared/contracts/summary.ts";
import type { Environment } from "../_shared/env.ts";
import { makeRests } from "../_shared/rests.ts";
import { makeChatModel } from "../_shared/translation/chat.ts";
import { cannot, type EngineResult, type Failed } from "../_shared/translation/engine.ts";
import { makeVariables } from "../_shared/variables.ts";
import type { Sentence } from "./calls.ts";
import { aboutPart, believed, INSTRUCTIONS, type Part, reply, sentencesOfPart } from "./parts.ts";

export interface Model {
  readonly name: string;
  /** False while it is left alone. */
  isUp(): boolean;
  /** What it makes of all parts, in their order; one that it does not manage ends it. Never rejects. */
  sumUp(
    parts: readonly Part[],
    language: Language,
    terms: readonly TermEntry[],
  ): Promise<EngineResult<readonly Sentence[]>>;
}

export interface ModelTools {
  /** Milliseconds, of any origin. */
  now(): number;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
}

/**
 * `SUMMARY_URL` and `SUMMARY_MODEL`, with `SUMMARY_KEY` where the server asks for one; null without them. Throws one sentence,
 * without a value, when one is wrong or missing beside the others.
 */
export function modelFrom(env: Environment, { now, timeout }: ModelTools): Model | null {
  const { text, address, needed } = makeVariables(env);
  const key = text("SUMMARY_KEY");
  if (key !== undefined || text("SUMMARY_MODEL") !== undefined) needed("SUMMARY_URL");
  const url = address("SUMMARY_URL");
  if (url === undefined) return null;
  if (/\/v1\/?$/u.test(url)) throw new Error("SUMMARY_URL ends before /v1.");
  const name = needed("SUMMARY_MODEL");
  const askModel = makeChatModel({ model: name, url: new URL("v1", url.endsWith("/") ? url : `${url}/`).href, key });
  const rests = makeRests<"this", Failed>(now);

  /** Twice within its time, should the first answer be of no use. */
  async function ofPart(
    part: Part,
    language: Language,
    terms: readonly TermEntry[],
    atMost: number,
  ): Promise<EngineResult<readonly Sentence[]>> {
    const signal = timeout(SUMMARISE.timeout);
    let failed = cannot("no sentence to be believed");
    for (let time = 0; time < 2; time += 1) {
      const resting = rests.of("this");
      if (resting !== undefined) return resting;
      const answer = await askModel(INSTRUCTIONS, aboutPart(part, language, terms, atMost), reply, signal);
      if (answer.ok) {
        rests.answered("this");
        const sentences = believed(answer.value, part, atMost);
        if (sentences !== null) return { ok: true, value: sentences };
        failed = cannot("no sentence to be believed");
        continue;
      }
      failed = answer;
      const { code, down } = answer.error;
      if (!down) continue;
      rests[code === "translate/quota" ? "spent" : "failed"]("this", answer);
      return answer;
    }
    return failed;
  }

  return {
    name,
    isUp: () => rests.of("this") === undefined,
    async sumUp(parts, language, terms) {
      const atMost = sentencesOfPart(parts.length);
      const all: Sentence[] = [];
      for (let from = 0; from < parts.length; from += SUMMARISE.atOnce) {
        const some = parts.slice(from, from + SUMMARISE.atOnce);
        for (const result of await Promise.all(some.map((part) => ofPart(part, language, terms, atMost)))) {
          if (!result.ok) return result;
          all.push(...result.value);
        }
      }
      return all.length === 0 ? cannot("no sentence") : { ok: true, value: all };
    },
  };
}
