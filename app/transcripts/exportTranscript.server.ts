/** Streams a transcript as a file, as the caller. */

import type { AppLoadContext } from "@remix-run/cloudflare";
import { create as createContentDisposition } from "content-disposition";
import type * as z from "zod/mini";
import { fail, type Result } from "#contracts/errors.ts";
import type { CallSummary, transcript } from "#contracts/recap.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { plainTextError } from "~/lib/plainTextError.server.ts";
import { srtFormat, vttFormat } from "./exports/captionFormats.ts";
import { csvFormat } from "./exports/csvFormat.server.ts";
import { createMarkdownFormat, jsonFormat } from "./exports/documentFormats.ts";
import {
  EXPORT_FORMATS,
  type ExportCall,
  type ExportFormat,
  type ExportFormatName,
  exportFileName,
} from "./exports/exportFormat.ts";
import { type ExportPage, exportChunks } from "./exports/exportStream.ts";
import { readCallSummary } from "./readTranscript.server.ts";
import { parseColumn } from "./transcriptColumns.ts";
import { toTranscriptLine } from "./transcriptLine.ts";

type TranscriptPage = z.infer<typeof transcript>;

function exportFormatFor({ locale }: AppLoadContext, name: ExportFormatName): ExportFormat {
  const t = getTranslator(locale);
  switch (name) {
    case "vtt":
      return vttFormat;
    case "srt":
      return srtFormat;
    case "md":
      return createMarkdownFormat({
        decision: t("transcript.decision"),
        task: t("transcript.task"),
        question: t("transcript.question"),
        done: t("transcript.done"),
      });
    case "csv":
      return csvFormat;
    case "json":
      return jsonFormat;
    default:
      return name satisfies never;
  }
}

/** Yields `first` and the later pages. If a page fails, the download breaks off with an error. */
async function* readPages({ rpc }: AppLoadContext, callId: string, first: TranscriptPage): AsyncGenerator<ExportPage> {
  for (let page = first; ; ) {
    const last = page.lines.at(-1);
    if (last === undefined) return;
    yield {
      lines: page.lines.flatMap((line) => toTranscriptLine(line) ?? []),
      storedUntil: Date.parse(last.created_at),
    };
    if (!page.more) return;
    const next = await rpc("transcript", { p_call_id: callId, p_after_seq: last.seq });
    if (!next.ok) throw new Error(next.error.code);
    page = next.value;
  }
}

function toReadableStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
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

function parseExportRequest(request: Request): Result<{ name: ExportFormatName; column: ExportCall["column"] }> {
  const { searchParams } = new URL(request.url);
  const name = EXPORT_FORMATS.find((format) => format === searchParams.get("format"));
  const column = parseColumn(searchParams.get("language") ?? "original");
  return name === undefined || column === null ? fail("request/invalid") : { ok: true, value: { name, column } };
}

export async function exportTranscript(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  request: Request,
): Promise<Response> {
  const exportRequest = parseExportRequest(request);
  if (!exportRequest.ok) return plainTextError(context, exportRequest.error);
  const summary = await readCallSummary(context, params);
  if (!summary.ok) return plainTextError(context, summary.error);
  const first = await context.rpc("transcript", { p_call_id: summary.value.call_id });
  if (!first.ok) return plainTextError(context, first.error);

  const { name, column } = exportRequest.value;
  const call = toExportCall(context, summary.value, column);
  const names = new Map(summary.value.people.map((person) => [person.id, person.name]));
  const t = getTranslator(context.locale);
  const texts = {
    nameOf: (id: string) => names.get(id) ?? t("transcript.somebody"),
    sentLater: t("transcript.sentLater"),
    corrected: (name: string, original: string) => t("transcript.export.corrected", { name, original }),
  };
  const format = exportFormatFor(context, name);
  const pages = readPages(context, summary.value.call_id, first.value);
  return new Response(toReadableStream(exportChunks(format, call, texts, pages)), {
    headers: {
      "Content-Type": format.type,
      "Content-Disposition": createContentDisposition(exportFileName(call.title, call.startedAt, column, name)),
    },
  });
}

const toExportCall = (
  { locale }: AppLoadContext,
  { title, host_name: hostName, started_at, ended_at, attendance }: CallSummary,
  column: ExportCall["column"],
): ExportCall => ({
  title: meetingTitle(getTranslator(locale), { title, hostName }),
  startedAt: Date.parse(started_at),
  endedAt: ended_at === null ? null : Date.parse(ended_at),
  column,
  people: attendance.map(({ display_name }) => display_name),
});
