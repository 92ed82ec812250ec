/** Streams a transcript as a file, as the caller. */

import type { AppLoadContext } from "@remix-run/cloudflare";
import { create as createContentDisposition } from "content-disposition";
import { fail, type Result } from "#contracts/errors.ts";
import type { CallSummary } from "#contracts/recap.ts";
import { readCallConfirmations } from "~/confirmations/readCallConfirmations.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { createFormatters } from "~/i18n/formatters.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { plainTextError } from "~/lib/plainTextError.server.ts";
import { srtFormat, vttFormat } from "./exports/captionFormats.ts";
import { csvFormat } from "./exports/csvFormat.server.ts";
import { createMarkdownFormat, jsonFormat } from "./exports/documentFormats.ts";
import { type ConfirmationTexts, toExportConfirmations } from "./exports/exportConfirmations.ts";
import {
  EXPORT_FORMATS,
  type ExportCall,
  type ExportFormat,
  type ExportFormatName,
  exportFileName,
} from "./exports/exportFormat.ts";
import { exportChunks } from "./exports/exportStream.ts";
import { readPages } from "./exports/readPages.ts";
import { readCallSummary } from "./readTranscript.server.ts";
import { parseColumn } from "./transcriptColumns.ts";

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
  const { call_id } = summary.value;
  const [first, confirmed] = await Promise.all([
    context.rpc("transcript", { p_call_id: call_id }),
    readCallConfirmations(context.rpc, call_id),
  ]);
  if (!first.ok) return plainTextError(context, first.error);
  if (!confirmed.ok) return plainTextError(context, confirmed.error);

  const { name, column } = exportRequest.value;
  const confirmations = toExportConfirmations(confirmed.value, column, confirmationTexts(context));
  const asked = confirmed.value.lines.filter(({ id }) => confirmations.has(id));
  const call = toExportCall(context, summary.value, column, confirmations);
  const names = new Map(summary.value.people.map((person) => [person.id, person.name]));
  const t = getTranslator(context.locale);
  const texts = {
    nameOf: (id: string) => names.get(id) ?? t("transcript.somebody"),
    sentLater: t("transcript.sentLater"),
    corrected: (name: string, original: string) => t("transcript.export.corrected", { name, original }),
  };
  const format = exportFormatFor(context, name);
  const pages = readPages(context.rpc, call_id, first.value, asked);
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
  confirmations: ExportCall["confirmations"],
): ExportCall => ({
  title: meetingTitle(getTranslator(locale), { title, hostName }),
  startedAt: Date.parse(started_at),
  endedAt: ended_at === null ? null : Date.parse(ended_at),
  column,
  people: attendance.map(({ display_name }) => display_name),
  confirmations,
});

function confirmationTexts({ locale }: AppLoadContext): ConfirmationTexts {
  const t = getTranslator(locale);
  const { languageName } = createFormatters(locale);
  return {
    count: ({ understood, asked }) =>
      t("confirmations.count", { understood: String(understood), asked: String(asked) }),
    answer: ({ answer, answered_before }) =>
      t(`confirmations.answer.${answer ?? (answered_before ? "again" : "none")}`),
    quote: (text) => t("transcript.export.quote", { text }),
    readIn: (language) => t("confirmations.readIn", { language: languageName(language) }),
    more: (count) => t("confirmations.more", { count }),
  };
}
