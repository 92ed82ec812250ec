import { marked } from "marked";
import Papa from "papaparse";
import { expect, test } from "vitest";
import type { CallConfirmations, ConfirmationPerson } from "#contracts/confirmations.ts";
import { serverLine } from "../../../tests/fakes/serverLine.ts";
import { type TranscriptColumn, toTranscriptLine } from "../transcriptLine.ts";
import { srtFormat, vttFormat } from "./captionFormats.ts";
import { csvFormat } from "./csvFormat.server.ts";
import { createMarkdownFormat, jsonFormat } from "./documentFormats.ts";
import { toExportConfirmations } from "./exportConfirmations.ts";
import type { ExportFormat } from "./exportFormat.ts";
import { exportChunks } from "./exportStream.ts";

const AT = "2026-04-14T17:00:00.000Z";
const [DECISION, QUESTION] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

const texts = {
  count: ({ understood, asked }: { understood: number; asked: number }) => `${understood} of ${asked} understood`,
  answer: ({ answer, answered_before }: Pick<ConfirmationPerson, "answer" | "answered_before">) =>
    answer ?? (answered_before ? "asked again" : "not answered"),
  quote: (text: string) => `“${text}”`,
  readIn: (language: string) => `read in ${language}`,
  more: (count: number) => `and ${count} more`,
};

const person = (display_name: string, part: Partial<ConfirmationPerson> = {}): ConfirmationPerson => ({
  ...{ user_id: crypto.randomUUID(), number: 1, colour: 1, display_name, reads: "en", owner: false },
  ...{ answer: null, answered_at: null, words: null, read_language: null, read_text: null, answered_before: false },
  ...part,
});

const line = serverLine({
  ...{ id: DECISION, text: "El bus sale\na las ocho", language: "es", created_at: AT },
  mark: { kind: "decision", who: null, done: false, by: null },
});
const question = serverLine({
  ...{ id: QUESTION, text: "أيّ شهر؟\n\n--> <b>", language: "ar", created_at: AT },
  translations: [
    { language: "en", text: "Which month?\n\n--> <b>", status: "ready", engine: "test", revision: 1, reason: null },
  ],
});
const loaded: CallConfirmations = {
  confirmations: [
    {
      ...{ line_id: DECISION, call_id: DECISION, meeting_id: DECISION, asked_by: null, asked_at: AT, revision: 1 },
      ...{
        asks_me: true,
        waits_for_owner: false,
        may_mark: true,
        counts: { asked: 6, understood: 2, unclear: 1, different: 0 },
      },
      people: [
        person("=Inés", { answer: "understood", answered_at: AT }),
        person("Tom", { answer: "understood", answered_at: AT, read_language: "en", read_text: "It leaves at eight" }),
        person("عمر", {
          answer: "unclear",
          answered_at: AT,
          words: QUESTION,
          read_language: "ar",
          read_text: "الثامنة",
        }),
        person("Luc", { answered_before: true }),
        person("遥"),
      ],
    },
  ],
  next: null,
  lines: [line, question],
  may_ask: true,
  tasks: [],
};

const md = createMarkdownFormat({ decision: "Decision", task: "Task", question: "Question", done: "done" });

async function fileOf(format: ExportFormat, column: TranscriptColumn = "en", lines = [line]): Promise<string> {
  const call = {
    ...{ title: "Trip", startedAt: Date.parse(AT), endedAt: null, column, people: [] },
    confirmations: toExportConfirmations(loaded, column, texts),
  };
  const names = { nameOf: () => "Inés", sentLater: "", corrected: () => "" };
  const pages = (async function* () {
    yield { lines: lines.flatMap((one) => toTranscriptLine(one) ?? []), storedUntil: Date.parse(AT) };
  })();
  let text = "";
  for await (const piece of exportChunks(format, call, names, pages)) text += piece;
  return text;
}

const ROWS = [
  "2 of 6 understood",
  "\u2068=Inés\u2069: understood · read in es: “\u2068El bus sale a las ocho\u2069”",
  "\u2068Tom\u2069: understood · read in en: “\u2068It leaves at eight\u2069”",
  "\u2068عمر\u2069: unclear “\u2068Which month? --> <b>\u2069” · read in ar: “\u2068الثامنة\u2069”",
  "\u2068Luc\u2069: asked again",
  "\u2068遥\u2069: not answered",
  "and 1 more",
];

test("a table has the counts and the answers", async () => {
  const { data, errors } = Papa.parse<Record<string, string>>((await fileOf(csvFormat)).replace(/^\uFEFF/u, ""), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ asked: "6", understood: "2", unclear: "1", different: "0" });
  expect(data[0]?.answers?.split("\n")).toEqual(ROWS);
});

test("JSON has answers, wordings and questions", async () => {
  const { lines } = JSON.parse(await fileOf(jsonFormat));
  expect(lines[0].confirmation).toMatchObject({ asked_at: AT, asked: 6, understood: 2, unclear: 1, different: 0 });
  expect(lines[0].confirmation.answers).toMatchObject([
    { name: "=Inés", answer: "understood", read: { language: "es", text: "El bus sale\na las ocho" }, words: null },
    { name: "Tom", read: { language: "en", text: "It leaves at eight" } },
    { name: "عمر", answer: "unclear", words: { language: "en", original: { language: "ar", text: question.text } } },
    { name: "Luc", answer: null, read: null },
    { name: "遥", answer: null, answered_at: null },
  ]);
});

test("a document lists the answers below the mark", async () => {
  const html = String(marked.parse(await fileOf(md), { gfm: true }))
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<");
  const items = [...html.matchAll(/<li>(?:<p>)?(.*?)(?:<\/p>)?\s*<\/li>/gsu)].map(([, item]) => item?.trim());
  expect(items).toEqual(ROWS);
  expect(html).toContain("<strong>Decision</strong>");
});

test("WebVTT has the answers in a comment", async () => {
  const vtt = await fileOf(vttFormat);
  const [head, cue, note, ...rest] = vtt.trim().split("\n\n");
  expect([head, rest]).toEqual(["WEBVTT\nKind: captions\nLanguage: en", []]);
  expect(cue).toMatch(/^1\n00:00:00\.000 --> /u);
  expect(note?.split("\n")).toEqual(["NOTE", ...ROWS.map((row) => row.replace("-->", "--\u2060>"))]);
  expect(vtt.match(/-->/gu)).toHaveLength(1);
});

test("SubRip has the answers in the caption", async () => {
  const srt = await fileOf(srtFormat);
  const cues = srt
    .replace(/^\uFEFF/u, "")
    .trim()
    .split("\r\n\r\n");
  expect(cues).toHaveLength(1);
  expect(srt.match(/-->/gu)).toHaveLength(1);
  expect(cues[0]).toContain("\u2068Tom\u2069: understood · read in en: “\u2068It leaves at eight\u2069”");
});

test("questions are in the language of the file", async () => {
  expect(await fileOf(csvFormat, "original")).toContain("أيّ شهر؟");
  expect(await fileOf(csvFormat, "en")).not.toContain("أيّ شهر؟");
});

test("a line without a confirmation has no answers", async () => {
  const other = serverLine({ ...line, id: QUESTION });
  const { lines } = JSON.parse(await fileOf(jsonFormat, "en", [other]));
  expect(lines[0].confirmation).toBeNull();
  expect(await fileOf(vttFormat, "en", [other])).not.toContain("NOTE");
});
