/** A transcript as a file, sent while it is read, as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type * as z from "zod/mini";
import { fail, type Result } from "#contracts/errors.ts";
import type { CallSummary, transcript } from "#contracts/recap.ts";
import { textIn } from "~/i18n/all.server.ts";
import { refusedInWords } from "~/platform/refusedInWords.server.ts";
import { readColumn } from "./columns.ts";
import { lineOf } from "./core/line.ts";
import { srt, vtt } from "./exports/cues.ts";
import { csv, json, markdown } from "./exports/documents.ts";
import { type CallFacts, disposition, FORMATS, type Format, type FormatName, fileName } from "./exports/format.ts";
import { type Page, written } from "./exports/stream.ts";
import { readPeople, readSummary } from "./read.server.ts";

type Lines = z.infer<typeof transcript>;

function formatOf({ locale }: AppLoadContext, name: FormatName): Format {
  const t = textIn(locale);
  switch (name) {
    case "vtt":
      return vtt;
    case "srt":
      return srt;
    case "md":
      return markdown({
        decision: t("transcript.decision"),
        task: t("transcript.task"),
        question: t("transcript.question"),
        done: t("transcript.done"),
      });
    case "csv":
      return csv;
    case "json":
      return json;
    default:
      return name satisfies never;
  }
}

/** The first page is here; a later one that cannot be read ends the file as one that broke off. */
async function* pagesFrom({ rpc }: AppLoadContext, callId: string, first: Lines): AsyncGenerator<Page> {
  for (let page = first; ; ) {
    const last = page.lines.at(-1);
    if (last === undefined) return;
    yield { lines: page.lines.flatMap((line) => lineOf(line) ?? []), until: Date.parse(last.created_at) };
    if (!page.more) return;
    const next = await rpc("transcript", { call_id: callId, after: last.seq });
    if (!next.ok) throw new Error(next.error.code);
    page = next.value;
  }
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

function asked(request: Request): Result<{ name: FormatName; column: CallFacts["column"] }> {
  const { searchParams } = new URL(request.url);
  const name = FORMATS.find((format) => format === searchParams.get("format"));
  const column = readColumn(searchParams.get("language") ?? "original");
  return name === undefined || column === null ? fail("request/invalid") : { ok: true, value: { name, column } };
}

export async function sendTranscript(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  request: Request,
): Promise<Response> {
  const wish = asked(request);
  if (!wish.ok) return refusedInWords(context, wish.error);
  const summary = await readSummary(context, params);
  if (!summary.ok) return refusedInWords(context, summary.error);
  const [first, people] = await Promise.all([
    context.rpc("transcript", { call_id: summary.value.call_id, after: null }),
    readPeople(context, summary.value.meeting_id),
  ]);
  if (!first.ok) return refusedInWords(context, first.error);
  if (!people.ok) return refusedInWords(context, people.error);

  const { name, column } = wish.value;
  const call = factsOf(context, summary.value, column);
  const known = new Map(people.value.map((person) => [person.id, person.name]));
  const somebody = textIn(context.locale)("transcript.somebody");
  const format = formatOf(context, name);
  const pages = pagesFrom(context, summary.value.call_id, first.value);
  return new Response(streamOf(written(format, call, { nameOf: (id) => known.get(id) ?? somebody }, pages)), {
    headers: {
      "Content-Type": format.type,
      "Content-Disposition": disposition(fileName(call.title, call.startedAt, column, name)),
    },
  });
}

const factsOf = (
  { locale }: AppLoadContext,
  { title, started_at, ended_at, attendance }: CallSummary,
  column: CallFacts["column"],
): CallFacts => ({
  title: title ?? textIn(locale)("transcript.heading"),
  startedAt: Date.parse(started_at),
  endedAt: ended_at === null ? null : Date.parse(ended_at),
  column,
  people: attendance.map(({ display_name }) => display_name),
});
