/**
 * The share of a glossary's terms that stand in 200 translations, each as it must be written: by the real Apertium, in one
 * step and in two, and by engines that are scripted with each bad habit in turn (the worst of them is shown); and how long
 * it takes to find 500 terms in the longest line.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { TermEntry } from "#contracts/glossary.ts";
import { startApertium } from "../scripts/lib/apertium.ts";
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
import { type Figure, percentile } from "./table.ts";

const SENTENCES = 200;
/** As `translate` asks for them at most. */
const BATCH_SIZE = LIMITS.translateBatch;
const ROUNDS = 200;

/** 0–100, of the terms that stay as they are, and of those with a translation. */
interface Shares {
  readonly never: number;
  readonly given: number;
}

async function share(env: Readonly<Record<string, string>>, target: "es" | "ca"): Promise<Shares> {
  const [engine] = enginesFrom((name) => env[name]);
  if (engine === undefined) throw new Error("no engine");
  const all = glossaryCases(SENTENCES, target);
  const count: Record<keyof Shares, [number, number]> = { never: [0, 0], given: [0, 0] };
  for (let from = 0; from < all.length; from += BATCH_SIZE) {
    const asked = all.slice(from, from + BATCH_SIZE);
    const texts = asked.map(({ text }) => text);
    const answer = collectResults(
      await engine.translate(texts, "en", target, { startRequest: () => AbortSignal.timeout(60_000) }, TERMS),
    );
    if (!answer.ok) throw new Error(`${engine.name}: ${answer.error.cause}`);
    for (const [index, sentence] of asked.entries()) {
      const found = survivingTerms(sentence, answer.value[index] ?? "");
      for (const kind of ["never", "given"] as const) {
        const isOfKind = ({ never }: { never: boolean }) => never === (kind === "never");
        count[kind][0] += found.filter(isOfKind).length;
        count[kind][1] += sentence.expected.filter(isOfKind).length;
      }
    }
  }
  const percent = ([found = 0, expected = 0]: readonly number[]) => (100 * found) / expected;
  return { never: percent(count.never), given: percent(count.given) };
}

async function scripted({ env, answer }: ScriptedEngine): Promise<Shares[]> {
  let does = (sentence: string) => sentence;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const said = answer(request.url ?? "", body, (sentence) => does(sentence).trim() || "x");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const shares: Shares[] = [];
  for (const habit of ENGINE_BEHAVIOURS) {
    does = habit.does;
    shares.push(await share(env(`http://127.0.0.1:${port}`), "es"));
  }
  server.closeAllConnections();
  server.close();
  return shares;
}

function figures(engine: string, shares: readonly Shares[], note: string): Figure[] {
  const least = (kind: keyof Shares) => Math.min(...shares.map((one) => one[kind]));
  return [
    {
      name: `% of terms never translated that survive ${engine}`,
      value: least("never"),
      bar: 100,
      sense: "least",
      unit: "",
      note,
    },
    {
      name: `% of terms with a translation that survive ${engine}`,
      value: least("given"),
      bar: 99,
      sense: "least",
      unit: "",
      note,
    },
  ];
}

/** 500 terms, a fifth of them inside others, in a line full of them. */
function timeOfFinding(): Figure {
  const words = Array.from(
    { length: LIMITS.glossaryTerms },
    (_, index) => `term ${index % 100}${index < 400 ? "" : " plus"} ${index}`,
  );
  const line = words.join(" and ").slice(0, LIMITS.message.max);
  const times = Array.from({ length: ROUNDS }, () => {
    // A new list each time, as with every request: what is kept of a list does not help.
    const terms = words.map((term): TermEntry => ({ term, language: "en", never: false, translations: { es: "x" } }));
    const began = performance.now();
    matchTerms(line, terms, "en", "es");
    return performance.now() - began;
  });
  return {
    name: "500 terms found in a line of 4,000 characters, p50",
    value: percentile(times, 0.5),
    bar: 10,
    unit: "ms",
    note: `p95 ${percentile(times, 0.95).toFixed(1)} ms of ${ROUNDS}`,
  };
}

export async function measureGlossary(): Promise<Figure[]> {
  const apertium = await startApertium();
  if (apertium === null) throw new Error("Apertium is not on this machine: `npm run setup:test`");
  const all: Figure[] = [timeOfFinding()];
  const env = { APERTIUM_URL: apertium.url };
  for (const target of ["es", "ca"] as const)
    all.push(...figures(`apertium, en–${target}`, [await share(env, target)], `${SENTENCES} sentences`));
  await apertium.close();
  for (const engine of SCRIPTED_ENGINES) {
    const note = `${SENTENCES} sentences, ${ENGINE_BEHAVIOURS.length} habits`;
    all.push(...figures(`${engine.name}, scripted`, await scripted(engine), note));
  }
  return all;
}
