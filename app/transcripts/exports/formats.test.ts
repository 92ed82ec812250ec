import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { shownLine } from "../../../tests/fakes/shownLine.ts";
import type { TranscriptLine } from "../transcriptLine.ts";
import { srtFormat, vttFormat } from "./captionFormats.ts";
import { csvFormat } from "./csvFormat.server.ts";
import { createMarkdownFormat, jsonFormat } from "./documentFormats.ts";
import { type ExportCall, type ExportFormat, type ExportLine, exportFileName } from "./exportFormat.ts";
import { type ExportPage, exportChunks, toExportLine } from "./exportStream.ts";

const START = Date.UTC(2026, 3, 14, 17, 0, 0);
const call: ExportCall = {
  title: "Spring trip",
  startedAt: START,
  endedAt: null,
  column: "original",
  people: ["Inés", "عمر"],
  confirmations: new Map(),
};
const texts = {
  sentLater: "(sent later)",
  corrected: (name: string, original: string) => `(corrected by ${name}; first: ${original})`,
  nameOf: (id: string) => ({ ines: "Inés", omar: "عمر", rogue: "<b> & -->\nX" })[id] ?? "Somebody",
};
let seq = 0;
const line = (part: Partial<TranscriptLine>) => {
  seq += 1;
  const times = { at: START + 432_045, durationMs: 2_500 };
  return shownLine({ id: `id-${seq}`, seq, changed: seq, author: "ines", text: "Hola", ...times, ...part });
};
const out = (part: Partial<TranscriptLine>, column: ExportCall["column"] = "original"): ExportLine =>
  toExportLine(line(part), call, column, texts);

async function file(format: ExportFormat, pages: readonly ExportPage[], facts = call): Promise<string> {
  let text = "";
  const all = (async function* () {
    yield* pages;
  })();
  for await (const piece of exportChunks(format, facts, texts, all)) text += piece;
  return text;
}

/** Parses by RFC 4180, as a spreadsheet does. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/u, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gu)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

describe("WebVTT", () => {
  test("writes cue times and a voice tag", () => {
    expect(vttFormat.head(call)).toBe("WEBVTT\n");
    expect(vttFormat.line(out({}), 0)).toBe("\n1\n00:07:12.045 --> 00:07:14.545\n<v Inés>Hola</v>\n");
  });

  test("shows a chat message for four seconds", () => {
    expect(vttFormat.line(out({ kind: "chat", durationMs: 0 }), 0)).toContain("00:07:12.045 --> 00:07:16.045");
  });

  test("escapes timings, tags and blank lines in text and names", () => {
    const cue = vttFormat.line(out({ author: "rogue", text: "a --> b\n\n00:00 <i> & c" }), 4);
    expect(cue).toBe(
      "\n5\n00:07:12.045 --> 00:07:14.545\n<v &lt;b&gt; &amp; --&gt; X>a --&gt; b\n00:00 &lt;i&gt; &amp; c</v>\n",
    );
    expect(cue.match(/-->/gu)).toHaveLength(1);
    expect(cue.slice(1, -1)).not.toContain("\n\n");
  });

  test("marks right-to-left text that begins with a left-to-right letter", () => {
    expect(vttFormat.line(out({ author: "omar", language: "ar", text: "Parley رائع" }), 0)).toContain(
      "\u200FParley رائع",
    );
    expect(vttFormat.line(out({ author: "omar", language: "ar", text: "مرحبا" }), 0)).toContain(">مرحبا<");
  });

  test("starts no cue before the call", () => {
    expect(vttFormat.line(out({ at: START - 3_000 }), 0)).toContain("00:00:00.000 --> 00:00:02.500");
  });
});

describe("SubRip", () => {
  test("writes a number, times with a comma and the speaker", () => {
    expect(srtFormat.line(out({}), 0)).toBe("1\r\n00:07:12,045 --> 00:07:14,545\r\n\u2068Inés\u2069: Hola\r\n\r\n");
  });

  test("escapes timings, tags and blank lines", () => {
    const cue = srtFormat.line(out({ text: "a --> b\n\n<i>c & d" }), 0);
    expect(cue.match(/-->/gu)).toHaveLength(1);
    expect(cue).not.toMatch(/<[a-z]/u);
    expect(cue.trimEnd()).not.toContain("\r\n\r\n");
    expect(cue).toContain("c & d");
  });

  test("keeps text on one line, so it imitates no speaker", () => {
    expect(srtFormat.line(out({ text: "ok\n\u2068Hanna\u2069: Yes" }), 0)).toContain(
      "\u2068Inés\u2069: ok \u2068Hanna\u2069: Yes\r\n\r\n",
    );
  });

  test("marks a right-to-left line after a left-to-right name", () => {
    expect(srtFormat.line(out({ language: "ar", text: "مرحبا" }), 0)).toContain("\u200F\u2068Inés");
  });
});

describe("Markdown", () => {
  const md = createMarkdownFormat({ decision: "Decision", task: "Task", question: "Question", done: "done" });

  test("begins with the title, time and attendees", () => {
    expect(md.head(call)).toBe("# Spring trip\n\n2026-04-14 17:00 UTC  \nInés, عمر\n");
  });

  test("escapes markup", () => {
    const text = md.line(out({ text: "# *a* [x](y) <b>\n1. b\n    - c & d | `e`" }), 0);
    expect(text).toBe("\n**Inés** 00:07:12\n\n\\# \\*a\\* \\[x\\](y) \\<b\\>  \n1\\. b  \n\\- c \\& d \\| \\`e\\`\n");
  });

  test.each([
    ["https://miro.example/app/board/abc_def?x=1&y=2#part~3", "https://miro.example/app/board/abc_def?x=1&y=2#part~3"],
    ["https://example.com/wiki/*a*_(b)", "https://example.com/wiki/*a*_(b)"],
    ["www.example.com/a_b", "https://www.example.com/a_b"],
    ["tom_w+a@example.com", "mailto:tom_w+a@example.com"],
    ["ana@münchen.example", "mailto:ana@m%C3%BCnchen.example"],
  ])("writes %s as a link", (address, href) => {
    const html = String(marked.parse(md.line(out({ text: `*see* ${address}, @tom_w` }), 0), { gfm: true }));
    expect(html).toContain(
      `*see* <a href="${href.replaceAll("&", "&amp;")}">${address.replaceAll("&", "&amp;")}</a>, @tom_w`,
    );
  });

  test("writes the assignee and state of a task", () => {
    const mark = { kind: "task", who: "omar", done: true, by: null } as const;
    expect(md.line(out({ mark }), 0)).toContain("> **Task, عمر** (done)");
  });
});

describe("CSV", () => {
  test.each(["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'=1", "＝1"])(
    "puts an apostrophe before the formula %j",
    (text) => {
      const [row] = parseCsv(csvFormat.line(out({ text }), 0));
      expect(row?.[6]).toBe(`'${text}`);
      expect(row?.[8]).toBe(`'${text}`);
    },
  );

  test("puts an apostrophe before a name that is a formula", () => {
    const [row] = parseCsv(csvFormat.line({ ...out({}), name: "=HYPERLINK(1)" }, 0));
    expect(row?.[4]).toBe("'=HYPERLINK(1)");
  });

  test("keeps quotes, commas and line breaks in their cell", async () => {
    const text = 'He said "eight, nine"\nand left; ';
    const rows = parseCsv(await file(csvFormat, [{ lines: [line({ text })], storedUntil: START }]));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toHaveLength(20);
    expect(rows[1]?.[6]).toBe(text);
  });

  test("writes the translation beside the original", () => {
    const [row] = parseCsv(csvFormat.line(out({ translations: { en: "Hello" } }, "en"), 0));
    expect(row?.slice(5, 9)).toEqual(["en", "Hello", "es", "Hola"]);
  });

  test("begins with a byte order mark", () => expect(csvFormat.head(call).startsWith("\uFEFFtime,")).toBe(true));
});

describe("JSON", () => {
  test("writes valid JSON with every translation", async () => {
    const lines = [line({ text: '"}],\u2028<', translations: { en: "a", fr: "b" } }), line({ at: START })];
    const read = JSON.parse(await file(jsonFormat, [{ lines, storedUntil: START + 500_000 }]));
    expect(read.call.title).toBe("Spring trip");
    expect(read.lines).toHaveLength(2);
    expect(read.lines[1].file).toBeNull();
    expect(read.lines[1]).toMatchObject({ name: "Inés", start_ms: 432_045, translations: { en: "a", fr: "b" } });
  });

  test("includes the file of a line", async () => {
    const shared = { name: "mapa.pdf", type: "application/pdf", bytes: 30 };
    const read = JSON.parse(
      await file(jsonFormat, [{ lines: [line({ text: "mapa.pdf", file: shared })], storedUntil: START }]),
    );
    expect(read.lines).toMatchObject([{ text: "mapa.pdf", file: shared }]);
  });

  test("writes valid JSON for an empty call", async () => {
    expect(JSON.parse(await file(jsonFormat, [])).lines).toEqual([]);
  });
});

describe("subtitles of a long line", () => {
  const cuesOf = async (part: Partial<TranscriptLine>) => {
    const text = await file(vttFormat, [{ lines: [line({ at: START, ...part })], storedUntil: START }]);
    const seconds = (time = "") => time.split(":").reduce((sum, value) => sum * 60 + Number(value), 0);
    return [...text.matchAll(/^(\S+) --> (\S+)\n<v [^>]*>([^<]*)/gmu)].map(([, from, to, words = ""]) => ({
      from: seconds(from),
      to: seconds(to),
      words,
    }));
  };

  test("follow each other within the time of speech", async () => {
    const cues = await cuesOf({
      text: "Eight words are in this sentence of ours. ".repeat(8).trim(),
      durationMs: 20_000,
    });
    expect(cues.length).toBeGreaterThan(2);
    expect(cues.every(({ words }) => words.length <= 120)).toBe(true);
    expect([cues[0]?.from, cues.at(-1)?.to]).toEqual([0, 20]);
    cues.slice(1).forEach(({ from }, index) => {
      expect(from).toBe(cues[index]?.to);
    });
  });

  test.each([
    ["a message", "x".repeat(300), 15],
    ["a message in Chinese", "字".repeat(300), 6],
  ])("can be read: %s", async (_, text, perSecond) => {
    for (const { from, to, words } of await cuesOf({ kind: "chat", durationMs: 0, text }))
      expect(words.length / (to - from)).toBeLessThanOrEqual(perSecond + 0.1);
  });
});

describe("exportChunks", () => {
  test("orders the lines of one person by time across pages", async () => {
    const early = line({ text: "first", at: START + 10_000 });
    const late = line({ text: "second", at: START + 600_000 });
    const stored = line({ text: "between", at: START + 400_000 });
    const text = await file(vttFormat, [
      { lines: [early, late], storedUntil: START + 602_000 },
      { lines: [stored], storedUntil: START + 650_000 },
    ]);
    expect([...text.matchAll(/>(first|second|between)</gu)].map(([, word]) => word)).toEqual([
      "first",
      "between",
      "second",
    ]);
    expect([...text.matchAll(/^(\d+)$/gmu)].map(([number]) => number)).toEqual(["1", "2", "3"]);
  });

  const answer = () => line({ text: "Yes, I agree", author: "ines", at: START + 300_000 });
  const question = () => line({ text: "Pay a million?", author: "rogue", at: START + 200_000, sentLater: true });

  test.each([
    ["vtt", vttFormat],
    ["srt", srtFormat],
    ["csv", csvFormat],
    ["json", jsonFormat],
  ] as const)("keeps a late question after an earlier answer: %s", async (_, format) => {
    const pages = [{ lines: [answer(), question()], storedUntil: START + 300_500 }];
    const text = await file(format, pages);
    expect(text.indexOf("Pay a million?")).toBeGreaterThan(text.indexOf("Yes, I agree"));
    expect(text).toMatch(/sent.later/u);
  });

  test("starts no caption before an earlier line", async () => {
    const text = await file(vttFormat, [{ lines: [answer(), question()], storedUntil: START + 300_500 }]);
    expect([...text.matchAll(/^(\S+) --> (\S+)/gmu)].map(([cue]) => cue)).toEqual([
      "00:05:00.000 --> 00:05:02.500",
      "00:05:00.000 --> 00:05:02.500",
    ]);
  });

  test.each([
    ["vtt", vttFormat],
    ["srt", srtFormat],
    ["csv", csvFormat],
    ["json", jsonFormat],
    ["md", createMarkdownFormat({ decision: "D", task: "T", question: "Q", done: "d" })],
  ] as const)("names the corrector and the first wording: %s", async (_, format) => {
    const original = { text: "I do not agree", language: "en" } as const;
    const corrected = line({ text: "I agree", revision: 2, edited: true, correctedBy: "omar", original });
    const text = await file(format, [{ lines: [corrected], storedUntil: START }]);
    expect(text).toContain("I agree");
    expect(text).toContain("I do not agree");
    expect(text.replaceAll(/^.*people.*$/gmu, "")).toContain("عمر");
  });

  test("sends a page before reading the next", async () => {
    const pieces: string[] = [];
    let pagesRead = 0;
    async function* pages(): AsyncGenerator<ExportPage> {
      pagesRead += 1;
      yield { lines: [line({ text: "first", at: START })], storedUntil: START + 700_000 };
      pagesRead += 1;
      yield { lines: [], storedUntil: START + 700_000 };
    }
    for await (const piece of exportChunks(vttFormat, call, texts, pages())) {
      pieces.push(piece);
      if (pieces.length === 1) expect(pagesRead).toBe(1);
    }
    expect(pieces[0]).toContain("first");
  });
});

describe("exportFileName", () => {
  test.each([
    ["../../etc/passwd", "etc-passwd 2026-04-14.vtt"],
    ['a"b\r\nX: y\u202Egpj.exe', "a-b X- y gpj.exe 2026-04-14.vtt"],
    ["...", "transcript 2026-04-14.vtt"],
    ["رحلة الربيع", "رحلة الربيع 2026-04-14.vtt"],
  ])("removes paths and control characters from %j", (title, name) =>
    expect(exportFileName(title, START, "original", "vtt")).toBe(name),
  );

  test("adds the language and limits the length", () => {
    expect(exportFileName("x".repeat(300), START, "es", "csv")).toBe(`${"x".repeat(80)} 2026-04-14 es.csv`);
  });
});
