/**
 * The engine service of `apertium/`: time against APy, memory, the shape of made texts, and with `PARLEY_NTREX=<folder>`
 * chrF++ on NTREX against APy. Without APy the service is measured alone.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DIRECTIONS, makeTexts, SENTENCES, shapeFault } from "../apertium/tests/madeTexts.ts";
import { apertiumRoot } from "../apertium/tests/service.ts";
import { hasEnded, startChild } from "../scripts/lib/childProcesses.ts";
import { bin, PATH, ROOT } from "../scripts/lib/paths.ts";
import { freePort, waitForHttp } from "../scripts/lib/ports.ts";
import { createApertiumEngine } from "../supabase/functions/_shared/translation/apertium.ts";
import { collectResults } from "../supabase/functions/_shared/translation/engine.ts";
import { startApy } from "./apy.ts";
import { chrfPlusPlus } from "./chrf.ts";
import { processTree, pssMb } from "./processMemory.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const ROUNDS = scaled(20, 2);
const MADE_TEXTS = scaled(500, 20);
const NTREX_LINES = scaled(500, 5);
const NTREX_FILES = {
  en: "newstest2019-src.eng.txt",
  es: "newstest2019-ref.spa.txt",
  fr: "newstest2019-ref.fra.txt",
  pt: "newstest2019-ref.por.txt",
  ca: "newstest2019-ref.cat.txt",
} as const;
const LANGUAGES = ["en", "es", "fr", "pt", "ca"] as const;
type Language = (typeof LANGUAGES)[number];
/** The idle time of the second service, instead of two minutes. */
const IDLE_SECONDS = 2;

interface Service {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

async function startService(...options: readonly string[]): Promise<Service> {
  const port = await freePort();
  const args = [join(ROOT, "apertium/main.ts"), "--root", await apertiumRoot(), "--port", String(port), ...options];
  const service = startChild(bin("node"), args, { env: { PATH } });
  const url = `http://127.0.0.1:${port}`;
  const isUp = await waitForHttp(`${url}/listPairs`, 20_000, () => !hasEnded(service.child));
  if (!isUp || service.child.pid === undefined) throw new Error("Apertium does not start: `npm run setup:test`");
  return { url, pid: service.child.pid, close: service.stop };
}

async function translate(url: string, [source, target]: readonly [Language, Language], text: string): Promise<string> {
  const [from, to] = [source, target].map((code) => ({ en: "eng", es: "spa", fr: "fra", pt: "por", ca: "cat" })[code]);
  const body = new URLSearchParams({ langpair: `${from}|${to}`, q: text, markUnknown: "no" });
  const response = await fetch(`${url}/translate`, { method: "POST", body });
  const answer: { responseData?: { translatedText: string } } = JSON.parse(await response.text());
  if (answer.responseData === undefined) throw new Error(`status ${response.status}`);
  return answer.responseData.translatedText;
}

/** Times each sentence through each service in turn. Returns milliseconds per service. */
async function timeSentences(urls: readonly string[]): Promise<number[][]> {
  const times = urls.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const direction of DIRECTIONS) {
      const sentences = SENTENCES[direction[0]];
      const sentence = sentences[round % sentences.length] ?? "";
      for (const [index, url] of urls.entries()) {
        const startedAt = performance.now();
        await translate(url, direction, sentence);
        // The first round opens the pipelines.
        if (round > 0) times[index]?.push(performance.now() - startedAt);
      }
    }
  }
  return times;
}

async function timeFigures(service: Service, apy: { url: string } | null): Promise<Figure[]> {
  const [own = [], theirs] = await timeSentences([service.url, ...(apy === null ? [] : [apy.url])]);
  if (theirs === undefined) {
    const note = `p95 ${percentile(own, 0.95).toFixed(1)} ms, 8 directions; APy is not installed`;
    return [
      { name: "a sentence through the engine service, p50", ...percentileOf(own, 0.5), bar: 10, unit: "ms", note },
    ];
  }
  const [ownP50, theirP50] = [percentile(own, 0.5), percentile(theirs, 0.5)];
  return [
    {
      name: "a sentence through the engine service against APy, p50",
      value: ownP50 / theirP50,
      samples: own.length,
      bar: 0.5,
      unit: "",
      note: `${ownP50.toFixed(1)} against ${theirP50.toFixed(1)} ms, in turn, 8 directions`,
    },
  ];
}

async function memoryFigures(): Promise<Figure[]> {
  const service = await startService("--idle-seconds", String(IDLE_SECONDS));
  await Promise.all(
    DIRECTIONS.map((direction) => translate(service.url, direction, SENTENCES[direction[0]].join(" "))),
  );
  const open = await pssMb(service.pid);
  while ((await processTree(service.pid)).length > 1) await new Promise((resolve) => setTimeout(resolve, 100));
  const idle = await pssMb(service.pid);
  await service.close();
  return [
    { name: "memory of the engine service, 8 pipelines open (PSS)", value: open, samples: 1, bar: 850, unit: "MB" },
    {
      name: "memory of the engine service after the idle time (PSS)",
      value: idle,
      samples: 1,
      bar: 80,
      unit: "MB",
      note: `idle time ${IDLE_SECONDS} s`,
    },
  ];
}

async function shapeFigure(service: Service): Promise<Figure> {
  let kept = 0;
  for (const direction of DIRECTIONS) {
    const texts = makeTexts(direction[0], MADE_TEXTS, Math.floor(Math.random() * 2 ** 31));
    for (let from = 0; from < texts.length; from += 50) {
      await Promise.all(
        texts.slice(from, from + 50).map(async (made) => {
          const translation = await translate(service.url, direction, made.text);
          const fault = shapeFault(made, translation);
          if (fault === null) kept += 1;
          else console.log(`Shape lost, ${direction.join("–")}, ${fault}: ${JSON.stringify([made.text, translation])}`);
        }),
      );
    }
  }
  const samples = MADE_TEXTS * DIRECTIONS.length;
  return {
    name: "% of made texts that keep their shape",
    value: (100 * kept) / samples,
    samples,
    bar: 100,
    sense: "least",
    unit: "",
    note: `8 directions, a new seed each run`,
  };
}

/** Returns chrF++ of a corpus through the edge function's engine, which goes through Spanish without a direct pair. */
async function scoreDirection(url: string, corpus: Corpus, [source, target]: [Language, Language]): Promise<number> {
  const engine = createApertiumEngine(url);
  const within = { startRequest: () => AbortSignal.timeout(60_000) };
  const result = collectResults(await engine.translate(corpus[source], source, target, within));
  if (!result.ok) throw new Error(`${source}–${target}: ${result.error.cause}`);
  return chrfPlusPlus(result.value, corpus[target]);
}

type Corpus = Readonly<Record<Language, readonly string[]>>;

async function readCorpus(folder: string): Promise<Corpus> {
  const lines = async (language: Language) =>
    (await readFile(join(folder, NTREX_FILES[language]), "utf8")).split("\n").slice(0, NTREX_LINES);
  const [en, es, fr, pt, ca] = await Promise.all([lines("en"), lines("es"), lines("fr"), lines("pt"), lines("ca")]);
  return { en, es, fr, pt, ca };
}

async function qualityFigures(folder: string, service: Service, apy: { url: string } | null): Promise<Figure[]> {
  const corpus = await readCorpus(folder);
  const figures: Figure[] = [];
  for (const source of LANGUAGES) {
    for (const target of LANGUAGES.filter((other) => other !== source)) {
      const own = await scoreDirection(service.url, corpus, [source, target]);
      const theirs = apy === null ? null : await scoreDirection(apy.url, corpus, [source, target]);
      const samples = corpus[source].length;
      figures.push(
        theirs === null
          ? { name: `chrF++ ${source}–${target}`, value: own, samples, bar: 0, sense: "least", unit: "" }
          : {
              name: `chrF++ ${source}–${target}, engine service minus APy`,
              value: own - theirs,
              samples,
              bar: -0.3,
              sense: "least",
              unit: "",
              note: `${own.toFixed(2)} and ${theirs.toFixed(2)}`,
            },
      );
    }
  }
  return figures;
}

export async function measureEngine(): Promise<Figure[]> {
  const service = await startService();
  const apy = await startApy();
  if (apy === null) console.log("APy is not on this machine: the engine service is measured alone.");
  const ntrex = process.env.PARLEY_NTREX;
  if (ntrex === undefined) console.log("PARLEY_NTREX names no folder with NTREX: chrF++ is not measured.");
  try {
    return [
      ...(await timeFigures(service, apy)),
      ...(await memoryFigures()),
      await shapeFigure(service),
      ...(ntrex === undefined ? [] : await qualityFigures(ntrex, service, apy)),
    ];
  } finally {
    await service.close();
    await apy?.close();
  }
}
