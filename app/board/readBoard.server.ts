/** Loads a page of files, as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { thumbHashToAverageRGBA } from "thumbhash";
import * as z from "zod/mini";
import type { Profile } from "#contracts/account.ts";
import { type BoardFile, boardPlace, boardSort, type FilePreview, fileKind } from "#contracts/board.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import { readerLocaleFor } from "~/transcripts/readTranscript.server.ts";
import type { BoardCard, BoardPreview, BoardView } from "./boardView.ts";

const filterSchema = z.object({
  kind: z.catch(z.nullable(fileKind), null),
  sort: z.catch(boardSort, "newest"),
  view: z.catch(z.enum(["cards", "list"]), "cards"),
});

const placeSchema = z.pipe(
  z.string().check(z.maxLength(1_000)),
  z.transform((text): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }),
);

/** Reads the files that `request` filters, of one meeting or of all. Errors: those of `board_files`. */
export async function readBoard(
  context: AppLoadContext,
  request: Request,
  profile: Profile | null,
  meetingId: string | null,
): Promise<Result<BoardView>> {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const filter = filterSchema.parse({ kind: null, ...search });
  const after = search.after === undefined ? null : z.pipe(placeSchema, boardPlace).safeParse(search.after);
  if (after?.success === false) return fail("request/invalid");
  const found = await context.rpc("board_files", {
    ...(meetingId !== null && { p_meeting_id: meetingId }),
    ...(filter.kind !== null && { p_file_kind: filter.kind }),
    ...(after !== null && { p_after: after.data }),
    p_sort: filter.sort,
  });
  if (!found.ok) return found;
  const { files, lines, may_add, next } = found.value;
  const byId = new Map(lines.map((line) => [line.id, line]));
  return ok({
    cards: files.flatMap((file) => toCard(file, byId.get(file.id), profile?.reads ?? null) ?? []),
    after: next && JSON.stringify(next),
    filter,
    mayAdd: may_add,
    reader: readerLocaleFor(context, request, profile?.time_zone ?? null),
    now: Date.now(),
  });
}

function toCard(
  { id, kind, preview, meeting, author, shared_at }: BoardFile,
  line: Line | undefined,
  reads: Language | null,
): BoardCard | null {
  if (line?.file == null) return null;
  const written = { text: line.text, language: line.language };
  const translation = line.translations.find(({ language, text }) => language === reads && text !== null);
  const translated =
    translation?.text != null && reads !== line.language
      ? { text: translation.text, language: translation.language }
      : null;
  return {
    id,
    kind,
    file: line.file,
    preview: preview && toPreview(preview),
    name: translated ?? written,
    original: translated && written,
    author: { colour: author.colour, name: author.display_name },
    meeting: { id: meeting.id, title: meeting.title, hostName: meeting.host_name },
    sharedAt: Date.parse(shared_at),
  };
}

const toPreview = ({
  width,
  height,
  duration_ms: durationMs,
  hash,
  picture: hasPicture,
}: FilePreview): BoardPreview => ({
  size: width === null || height === null ? null : { width, height },
  durationMs,
  colour: hash && averageColour(hash),
  hasPicture,
});

/** Returns null for a hash that is none: it comes from the sharer's browser. */
function averageColour(hash: string): string | null {
  const bytes = Uint8Array.from(atob(hash), (char) => char.charCodeAt(0));
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  const parts = [r, g, b].map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255));
  return parts.every(Number.isFinite) ? `rgb(${parts.join(" ")})` : null;
}
