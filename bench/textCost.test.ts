/** The cost of long and hostile lines, paths and tables: whatever reads them takes linear time. */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { AppConfig } from "@remix-run/dev";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { splitIntoCaptions } from "#contracts/captionText.ts";
import { cutLongClusters, LIMITS } from "#contracts/limits.ts";
import { cleanName } from "#contracts/names.ts";
import { normalizePassword, passwordError } from "#contracts/passwords.ts";
import { cleanMessage } from "#contracts/text/cleanMessage.ts";
import { cleanEmailAddress } from "#contracts/text/emailAddress.ts";
import { keepsShape } from "#contracts/text/keepsShape.ts";
import { findMentions } from "#contracts/text/mentions.ts";
import { createSplitter, joinSegments, type ProtectionLevel } from "#contracts/text/segments.ts";
import { fromStream, splitLines, toStream } from "../apertium/format.ts";
import { detectLanguage } from "../app/chat/core/detectLanguage.ts";
import { mentionQuery, mentionsIn } from "../app/chat/core/mentions.ts";
import type { parseCsv } from "../app/lib/csv.server.ts";
import { foldText } from "../app/lib/foldText.ts";
import { splitText } from "../app/lib/textParts.ts";
import { extractLinks } from "../app/recap/core/recap.ts";
import { createTranscriptSearch, matchRanges } from "../app/transcripts/core/transcriptSearch.ts";
import { srtFormat, vttFormat } from "../app/transcripts/exports/captionFormats.ts";
import { csvFormat } from "../app/transcripts/exports/csvFormat.server.ts";
import { createMarkdownFormat, jsonFormat } from "../app/transcripts/exports/documentFormats.ts";
import type { ExportFormat } from "../app/transcripts/exports/exportFormat.ts";
import { toExportLine } from "../app/transcripts/exports/exportStream.ts";
import { type TranscriptLine, toTranscriptLine } from "../app/transcripts/transcriptLine.ts";
import { createShortLineCheck } from "../app/translation/core/shortLineCheck.ts";
import { ruleFor } from "../functions/rate-limits.ts";
import config from "../remix.config.js";
import { ROOT } from "../scripts/lib/paths.ts";
import { matchTerms } from "../supabase/functions/_shared/translation/glossary.ts";
import { captionsFromTranscript } from "../supabase/functions/transcribe/captionFilter.ts";
import { createFakeClock } from "../tests/fakes/clock.ts";
import { fakeStorage } from "../tests/fakes/storage.ts";
import { STARTED_AT, transcriptLine } from "../tests/fakes/transcriptLine.ts";

const lineOf = (text: string): TranscriptLine => {
  const line = toTranscriptLine(transcriptLine(1, { kind: "chat", text, spoken_ms: null }));
  if (line === null) throw new Error("A line without text.");
  return line;
};

const CALL = {
  title: "Trip",
  startedAt: STARTED_AT,
  endedAt: null,
  column: "original",
  people: ["Inés"],
  confirmations: new Map(),
} as const;
const TEXTS = { nameOf: () => "Inés", sentLater: "sent later", corrected: (_: string, original: string) => original };
const exportWith = (format: ExportFormat) => (text: string) =>
  format.line(toExportLine(lineOf(text), CALL, "original", TEXTS), 0);
const MARKDOWN = createMarkdownFormat({ decision: "Decision", task: "Task", question: "Question", done: "done" });

const NAMES = ["Tom Whitaker", "a"];
const TERMS = ["a", "aaa", "a a", "漢", "1", "'"].map((term) => ({
  ...{ language: "en", term, never: false, translations: { es: "x" } },
})) as Parameters<typeof matchTerms>[1];
const findTerms = (text: string) => matchTerms(text, TERMS, "en", "es");

const protect = (level: ProtectionLevel) => {
  const split = createSplitter(level, NAMES, (text, from, to) =>
    findTerms(text.slice(from, to)).map((term) => ({ from: from + term.from, to: from + term.to, render: () => "x" })),
  );
  return (text: string) => joinSegments(split(text), (piece) => piece.text);
};

const people = NAMES.map((name) => ({ userId: name, colour: 1, name, reads: "en" }) as const);
const check = createShortLineCheck({
  fetchStatistics: async () => ({}),
  storage: fakeStorage(),
  clock: createFakeClock(),
  onChange: () => undefined,
});

/** Everything that reads a person's text in the Worker, an edge function or another person's page. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  recap: (text) => extractLinks([lineOf(text)]),
  ...{ markdown: exportWith(MARKDOWN), json: exportWith(jsonFormat), csv: exportWith(csvFormat) },
  ...{ vtt: exportWith(vttFormat), srt: exportWith(srtFormat) },
  links: (text) => splitText(text, ["@Tom", "@a"]),
  mentions: (text) => findMentions(text, ["@Tom", "@a", "@a a"]),
  "typed mentions": (text) => mentionsIn(text, [], people),
  "mention at the cursor": (text) => mentionQuery(text, text.length),
  detection: (text) => detectLanguage(text, "en", ["es", "ja", "ar"]),
  "short lines": (text) => check.isReadable({ id: "l1", language: "en", text }, "es"),
  search: (text) => {
    createTranscriptSearch().find([lineOf(text)], "a");
    for (const query of ["a", text.slice(0, 1), text.slice(1, 2), text.slice(0, 3)]) matchRanges(text, query);
  },
  engine: (text) => fromStream(toStream(splitLines(text).flatMap(({ segments }) => segments))),
  ...{ folding: foldText, messages: cleanMessage, names: cleanName, addresses: cleanEmailAddress },
  // A response of the server has many texts.
  clusters: (text) => cutLongClusters(text.repeat(50)),
  captions: (text) => splitIntoCaptions(text, "en"),
  cues: (text) => splitIntoCaptions(text, "en", 120),
  transcription: (text) => captionsFromTranscript(text, "en", ""),
  "compared signs": (text) => keepsShape(text, text.split(" ").reverse().join(" "), "es"),
  glossary: findTerms,
  ...{ marks: protect("marks"), stretches: protect("stretches"), "strict protection": protect("strict") },
};

const UNITS = [
  ...[
    ")",
    "(",
    "(()",
    "[",
    "]",
    "{",
    "{{a",
    "[[0]]",
    "<",
    "<a ",
    "<a b=",
    "```",
    "``",
    "`",
    "`a",
    "*",
    "_",
    "-",
    "'",
    "“",
  ],
  ...[
    ".",
    ",",
    ":",
    "/",
    "#",
    "&",
    "&a",
    "&amp;",
    "\\",
    ";,. ",
    "@",
    "a@",
    "a@a.",
    "@a ",
    "@Tom ",
    "@(",
    "+a",
    "a+",
    "!",
    "$",
    "£.",
    "~/",
    "$1",
    "1$",
  ],
  ...[" ", "\t", " \n", "\n", "\r", "\u2028", "\n- ", "\n1", "1", "1 ", "1.", "12:", "12-", "#1", "1 a ", "٣"],
  ...[
    "a",
    "a.",
    "a-",
    "a_",
    "a b ",
    "aaa ",
    "ab. ",
    "A. ",
    "漢",
    "a漢",
    "가",
    "کا",
    "👍🏽",
    "👨\u200D",
    "🇩",
    "\u200C ",
    "\u200D",
  ],
  ...["\u0301", "\u0301\u0323", "a\u0301", "\u093E", "\u0915\u094D", "\u093C\u094D", "a\u0323\u0301\u0323"],
  ...["\u{1F3FB}", "\u{1F3FB}\u0301", "\u{E0061}", "\u0E33", `${"\u0301".repeat(16)}a`, `${"\u{1F3FB}".repeat(15)}a`],
  ...[
    "http://",
    "http://a",
    "http://a)",
    "http://a(",
    "http://a[",
    "http://漢",
    "http://a.b ",
    "http://a/wiki/a",
    "www.",
    "www.a(",
  ],
  ...["c:\\a", "/a", "../a", "a/", "x=y ", "=1", "a.md", "\u00A0"],
];
const AROUND = [
  ["", ""],
  ["http://a", " x"],
  ["", ".5"],
  ["a", "a"],
] as const;

/** A cost below this cannot hold up anybody. */
const NEGLIGIBLE_MS = 5;
const MAX_RATIO = 8;
const TRIES = 4;

/** Time of the processor, because other processes take turns with this one. */
function costMs(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Collects first, so that no call pays for the garbage of those before. */
const best = (read: (text: string) => unknown, text: string): number =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      collectGarbage();
      return costMs(read, text);
    }),
  );

/**
 * Returns whether a text of this length costs about four times as much as a quarter of it, or sixteen times as much as a sixteenth. Garbage
 * collection on a busy machine spoils either for a while. Where the cost grows with the square, the factors are 16 and 256.
 */
function isLinear(
  read: (text: string) => unknown,
  textOf: (length: number) => string,
  length: number = LIMITS.message.max,
) {
  const [whole, quarter, sixteenth] = [textOf(length), textOf(length / 4), textOf(length / 16)];
  const first = costMs(read, whole);
  if (first < NEGLIGIBLE_MS || first < MAX_RATIO * costMs(read, quarter)) return true;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const long = best(read, whole);
    if (long < NEGLIGIBLE_MS || long < MAX_RATIO * best(read, quarter)) return true;
    if (long < MAX_RATIO ** 2 * best(read, sixteenth)) return true;
  }
  return false;
}

describe.each(Object.entries(READERS))("the cost of %s", (_, read) => {
  test("grows in proportion to hostile text", { timeout: 120_000 }, () => {
    const found = UNITS.flatMap((unit) =>
      AROUND.flatMap(([before, after]) => {
        const textOf = (length: number) => (before + unit.repeat(length / unit.length) + after).slice(0, length);
        return isLinear(read, textOf) ? [] : [`${before}${unit}…${after}`];
      }),
    );
    expect(found).toEqual([]);
  });
});

/** The longest address of a request. */
const PATH_LENGTH = 16_000;
test("the cost of a hostile path is negligible", () => {
  const units = ["/", ".data", ".data/", "/.data", "%2f", "%2edata/", ".csv", "/export", "/meetings/", "%", "A", "漢"];
  const costs = units.flatMap((unit) =>
    ["", "x"].map((end) => {
      const path = `/${unit.repeat(PATH_LENGTH / unit.length)}${end}`;
      return [path.slice(0, 20), best(() => ruleFor("GET", path), "")] as const;
    }),
  );
  expect(costs.filter(([, ms]) => ms >= NEGLIGIBLE_MS)).toEqual([]);
});

test("many mentioned names cost little more than one", () => {
  const names = ["é", "@"].flatMap((letter) =>
    Array.from({ length: 400 }, (_, number) => `@${letter.repeat(56)}${number + 100}`),
  );
  const cost = (tokens: readonly string[]) =>
    best((text) => findMentions(text, tokens), "@".repeat(LIMITS.message.max));
  expect(cost(names)).toBeLessThan(Math.max(2 * NEGLIGIBLE_MS, 4 * cost(names.slice(0, 1))));
});

/** The longest text of a form. */
const FIELD_LENGTH = 64_000;
test("the cost of a hostile password grows in proportion to it", { timeout: 60_000 }, () => {
  // Each run of marks belongs before all earlier ones.
  const marks = ["\u0345", "\u035D", "\u035C", "\u0315", "\u0300", "\u0316", "\u031B", "\u0321"];
  for (const start of ["", "a".repeat(10)]) {
    const textOf = (length: number) => start + marks.map((mark) => mark.repeat(length / marks.length)).join("");
    expect(isLinear((text) => passwordError(normalizePassword(text), "tom@example.org"), textOf, FIELD_LENGTH)).toBe(
      true,
    );
  }
});

/** Bundles the reader as the Worker is built. Node takes other files of a package, so it may measure a patch that the Worker lacks. */
async function workersParseCsv(): Promise<typeof parseCsv> {
  const { serverPlatform, serverConditions, serverMainFields, serverNodeBuiltinsPolyfill } = config as AppConfig;
  const { outputFiles } = await build({
    ...{ entryPoints: [join(ROOT, "app/lib/csv.server.ts")], bundle: true, write: false, format: "esm" },
    ...{ platform: serverPlatform, conditions: serverConditions, mainFields: serverMainFields },
    external: Object.keys(serverNodeBuiltinsPolyfill?.modules ?? {}),
  });
  return (await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`)).parseCsv;
}

const TABLE_LENGTH = 128_000;
test("the cost of a table grows in proportion to it", { timeout: 120_000 }, async () => {
  const parse = await workersParseCsv();
  const found = ['"', '"a', '""', '" ', '"," ', ",", ";", " ", "\n", '"\n', "a,", "sep=;"].flatMap((unit) =>
    ["", " ", '"'].flatMap((fill) =>
      ["", ",", "\n"].flatMap((end) => {
        const textOf = (length: number) => `"${unit.repeat(length / 2 / unit.length)}${fill.repeat(length / 2)}${end}`;
        return isLinear((text) => parse(text, ["term"], 2_000), textOf, TABLE_LENGTH)
          ? []
          : [`"${unit}…${fill}…${end}`];
      }),
    ),
  );
  expect(found).toEqual([]);
});
