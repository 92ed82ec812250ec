/** The function `summarise` with a scripted database, and a model at a given address. */
import assert from "node:assert/strict";
import { type Failure, ok, type Result } from "../_shared/contracts/errors.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { Engine } from "../_shared/translation/engine.ts";
import { createEngineChain, type EngineChain } from "../_shared/translation/engineChain.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";
import { createSummariseHandler } from "../summarise/handler.ts";
import { type SummaryModel, summaryModelFrom } from "../summarise/summaryModel.ts";
import type {
  SummaryClaim,
  SummaryInputLine,
  SummaryResult,
  SummaryStore,
  SummaryTranslationResult,
} from "../summarise/summaryStore.ts";
import { bearer } from "./callers.ts";
import type { ReceivedRequest } from "./fakeServer.ts";

export const SUMMARY_CALL_ID = "11111111-1111-4111-8111-111111111111";
export const KEY = "not-a-key";

export const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
export const summaryLine = (n: number, text: string, more: Partial<SummaryInputLine> = {}): SummaryInputLine => ({
  ...{ id: idOf(n), who: "Ana", language: "es", text, corrected_by: null },
  ...more,
});
export const SUMMARY_LINES: readonly SummaryInputLine[] = [
  summaryLine(1, "El autobús sale a las ocho desde la Puerta Norte."),
  summaryLine(2, "I call the museum tomorrow.", { who: "Tom", language: "en" }),
  summaryLine(3, "Entonces queda el último miércoles del mes."),
  summaryLine(4, "Y yo pregunto por el precio de grupo: https://museo.example/grupos"),
  summaryLine(5, "Gracias a todos."),
];
export const summaryClaim = (
  lines: readonly SummaryInputLine[] = SUMMARY_LINES,
  terms: readonly TermEntry[] = [],
): SummaryClaim => ({
  work: { kind: "summarise", state: 7, lines_all: lines.length, lines: [...lines], terms: [...terms] },
  taken: false,
  reason: null,
});
export const translationTaskClaim: SummaryClaim = {
  work: {
    ...{ kind: "translate", state: 7, language: "es", target: "en", terms: [], names: [] },
    sentences: [{ number: 1, text: "Sale a las ocho." }],
  },
  taken: false,
  reason: null,
};
export const NO_TASK: SummaryClaim = { work: null, taken: false, reason: null };

/** An engine that prefixes texts with the target language. */
const engine: Engine = {
  name: "scripted",
  translate: (texts, _source, target) =>
    Promise.resolve(texts.map((text) => ({ ok: true, value: `${target}: ${text}` }))),
};
export const chainOf = (engine: Engine): EngineChain =>
  createEngineChain({
    engines: [protectSpans(engine, "marks")],
    now: () => 0,
    timeout: () => AbortSignal.timeout(9_000),
    log: () => {},
  });

interface Scene {
  authorized?: Result<unknown>;
  claims?: readonly Result<SummaryClaim>[];
  stored?: boolean;
  model?: SummaryModel | null;
  chain?: EngineChain;
}

/** Creates the function with the given database results, model and engines. */
export function setupSummarise({
  authorized = ok(null),
  claims = [ok(summaryClaim())],
  stored = true,
  model = null,
  chain = chainOf(engine),
}: Scene) {
  const seen = {
    claimed: [] as unknown[],
    stored: [] as SummaryResult[],
    rendered: [] as SummaryTranslationResult[],
    log: [] as Failure[],
  };
  const left = claims.values();
  const working: Promise<unknown>[] = [];
  const store: SummaryStore = {
    authorize: () => Promise.resolve(authorized),
    claim: (request, { userId }, up) => {
      seen.claimed.push({ ...request, userId, ...up });
      return Promise.resolve(left.next().value ?? ok(NO_TASK));
    },
    store: (_call, written) => {
      seen.stored.push(written);
      return Promise.resolve(ok(stored && "sentences" in written));
    },
    storeTranslation: (_call, rendered) => {
      seen.rendered.push(rendered);
      return Promise.resolve(ok(true));
    },
  };
  const handler = createSummariseHandler({
    ...{ store, model, chain },
    runInBackground: (work) => working.push(work),
    log: (failure) => seen.log.push(failure),
  });
  const call = async ({
    body = { call_id: SUMMARY_CALL_ID, language: null },
    authorization = bearer(),
  }: {
    body?: unknown;
    authorization?: string | null;
  } = {}) => {
    const response = await handler(
      new Request("http://functions/summarise", {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: authorization === null ? {} : { authorization },
      }),
    );
    const json = await response.json();
    await Promise.all(working.splice(0));
    return response.ok ? json : `${response.status} ${json.error.code}`;
  };
  return { call, handler, seen };
}

export const ENV = { SUMMARY_MODEL: "a-model", SUMMARY_KEY: KEY };
export function modelAt(url: string, tools: Partial<Parameters<typeof summaryModelFrom>[1]> = {}): SummaryModel {
  const env: Record<string, string> = { ...ENV, SUMMARY_URL: url };
  return (
    summaryModelFrom((name) => env[name], { now: () => 0, timeout: (span) => AbortSignal.timeout(span), ...tools }) ??
    assert.fail("none")
  );
}
export const completion = (content: unknown, finish_reason = "stop") =>
  Response.json({
    choices: [{ finish_reason, message: { content: typeof content === "string" ? content : JSON.stringify(content) } }],
  });
export const completionWith = (...sentences: readonly (readonly [string, readonly unknown[]])[]) =>
  completion({ sentences: sentences.map(([text, lines]) => ({ text, lines })) });
export const goodCompletion = () => completionWith(["El autobús sale a las ocho.", [1]], ["Tom llama al museo.", [2]]);
export const promptOf = ({ body }: ReceivedRequest) => JSON.parse(JSON.parse(body).messages[1].content);

export const PENDING_RESULT = { under_way: true, reason: null };
