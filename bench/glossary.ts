/**
 * The share of glossary terms that 200 translations contain as prescribed. The engines are the real Apertium, in one step
 * and in two, and scripted engines with each bad behaviour in turn, of which the table shows the worst. Also the time to
 * find 500 terms in the longest line.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { TermEntry } from "#contracts/glossary.ts";
import { startApertium } from "../scripts/lib/apertium.ts";
import { GLOSSARY } from "../supabase/functions/_shared/contracts/glossaryLimits.ts";
import { LIMITS } from "../supabase/functions/_shared/contracts/limits.ts";
import { enginesFrom } from "../supabase/functions/_shared/translation/config.ts";
import { collectResults } from "../supabase/functions/_shared/translation/engine.ts";
import { matchTerms } from "../supabase/functions/_shared/translation/glossary.ts";
import {
  ENGINE_BEHAVIOURS,
  glossaryCases,
  SCRIPTED_ENGINES,
  type ScriptedEngine,
  survivingTerms,
  TERMS,
} from "../supabase/functions/tests/glossary_fixtures.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const SENTENCES = scaled(200, 20);
const VOCABULARY = { terms: TERMS, names: [] };
const BATCH_SIZE = LIMITS.linesPerTranslateRequest;
const ROUNDS = scaled(200, 10);

/** Surviving and expected terms: those never translated, and those with a given translation. */
type TermCounts = Record<"never" | "given", { survived: number; expected: number }>;

async function countTerms(env: Readonly<Record<string, string>>, target: "es" | "ca"): Promise<TermCounts> {
  const [engine] = enginesFrom((name) => env[name]);
  if (engine === undefined) throw new Error("no engine");
  const cases = glossaryCases(SENTENCES, target);
  const counts: TermCounts = { never: { survived: 0, expected: 0 }, given: { survived: 0, expected: 0 } };
  for (let from = 0; from < cases.length; from += BATCH_SIZE) {
    const batch = cases.slice(from, from + BATCH_SIZE);
    const texts = batch.map(({ text }) => text);
    const result = collectResults(
      await engine.translate(texts, "en", target, { startRequest: () => AbortSignal.timeout(60_000) }, VOCABULARY),
    );
    if (!result.ok) throw new Error(`${engine.name}: ${result.error.cause}`);
    for (const [index, sentence] of batch.entries()) {
      const surviving = survivingTerms(sentence, result.value[index] ?? "");
      for (const kind of ["never", "given"] as const) {
        const isOfKind = ({ never }: { never: boolean }) => never === (kind === "never");
        counts[kind].survived += surviving.filter(isOfKind).length;
        counts[kind].expected += sentence.expected.filter(isOfKind).length;
      }
    }
  }
  return counts;
}

async function countScripted({ env, respond }: ScriptedEngine): Promise<TermCounts[]> {
  let translate = (sentence: string) => sentence;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(respond(request.url ?? "", body, (sentence) => translate(sentence).trim() || "x")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const counts: TermCounts[] = [];
  for (const behaviour of ENGINE_BEHAVIOURS) {
    translate = behaviour.does;
    counts.push(await countTerms(env(`http://127.0.0.1:${port}`), "es"));
  }
  server.closeAllConnections();
  server.close();
  return counts;
}

/** Returns the worst percentage of surviving terms, and all expected terms as samples. */
const worstShare = (counts: readonly TermCounts[], kind: keyof TermCounts): Pick<Figure, "value" | "samples"> => ({
  value: Math.min(...counts.map((count) => (100 * count[kind].survived) / count[kind].expected)),
  samples: counts.reduce((sum, count) => sum + count[kind].expected, 0),
});

const figures = (engine: string, counts: readonly TermCounts[], note: string): Figure[] => [
  {
    name: `% of terms never translated that survive ${engine}`,
    ...worstShare(counts, "never"),
    bar: 100,
    sense: "least",
    unit: "",
    note,
  },
  {
    name: `% of terms with a translation that survive ${engine}`,
    ...worstShare(counts, "given"),
    bar: 99,
    sense: "least",
    unit: "",
    note,
  },
];

/** Times 500 terms, a fifth of them inside others, in a line full of them. */
function timeMatching(): Figure {
  const words = Array.from(
    { length: GLOSSARY.glossaryTerms },
    (_, index) => `term ${index % 100}${index < 400 ? "" : " plus"} ${index}`,
  );
  const line = words.join(" and ").slice(0, LIMITS.message.max);
  const times = Array.from({ length: ROUNDS }, () => {
    // A new list each time, as for every request, so that no cached list helps.
    const terms = words.map((term): TermEntry => ({ term, language: "en", never: false, translations: { es: "x" } }));
    const startedAt = performance.now();
    matchTerms(line, terms, "en", "es");
    return performance.now() - startedAt;
  });
  return {
    name: "500 terms found in a line of 4,000 characters, p50",
    ...percentileOf(times, 0.5),
    bar: 10,
    unit: "ms",
    note: `p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  };
}

export async function measureGlossary(): Promise<Figure[]> {
  const apertium = await startApertium();
  if (apertium === null) throw new Error("Apertium is not on this machine: `npm run setup:test`");
  const measured: Figure[] = [timeMatching()];
  const env = { APERTIUM_URL: apertium.url };
  for (const target of ["es", "ca"] as const)
    measured.push(...figures(`apertium, en–${target}`, [await countTerms(env, target)], `${SENTENCES} sentences`));
  await apertium.close();
  for (const engine of SCRIPTED_ENGINES) {
    const note = `${SENTENCES} sentences, ${ENGINE_BEHAVIOURS.length} behaviours`;
    measured.push(...figures(`${engine.name}, scripted`, await countScripted(engine), note));
  }
  return measured;
}
