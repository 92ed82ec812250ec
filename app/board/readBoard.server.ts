/** Loads a page of files, as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Profile } from "#contracts/account.ts";
import { boardPlace, boardSort, fileKind } from "#contracts/board.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { readLanguagePairs } from "~/lib/backendStatus.server.ts";
import { readerLocaleFor } from "~/transcripts/readTranscript.server.ts";
import { toCards } from "./boardCard.ts";
import type { BoardCard, BoardView } from "./boardView.ts";

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
  const reads = profile?.reads ?? context.locale;
  const [found, followed, notices, pairs] = await Promise.all([
    context.rpc("board_files", {
      ...(meetingId !== null && { p_meeting_id: meetingId }),
      ...(filter.kind !== null && { p_file_kind: filter.kind }),
      ...(after !== null && { p_after: after.data }),
      p_sort: filter.sort,
    }),
    // Only the first page of all files needs them.
    meetingId === null && after === null ? readFollowed(context) : [meetingId ?? []].flat(),
    meetingId === null && after === null ? readCommentedFiles(context, reads) : [],
    readLanguagePairs(context),
  ]);
  if (!found.ok) return found;
  const { files, lines, may_add, next } = found.value;
  return ok({
    cards: toCards(files, lines, reads),
    after: next && JSON.stringify(next),
    filter,
    mayAdd: may_add,
    followed,
    notices,
    env: context.env,
    speaks: profile?.speaks ?? context.locale,
    reads,
    pairs,
    reader: readerLocaleFor(context, request, profile?.time_zone ?? null),
    now: Date.now(),
  });
}

/**
 * Returns files of the caller with comments that the caller has not seen. Without `reads` they have their original names. An
 * error hides the notices only.
 */
export async function readCommentedFiles({ rpc }: AppLoadContext, reads: Language | null = null): Promise<BoardCard[]> {
  const found = await rpc("commented_files", {});
  return found.ok ? toCards(found.value.files, found.value.lines, reads) : [];
}

/** Returns the meetings whose boards the page follows. Without them it is not live. */
async function readFollowed({ rpc }: AppLoadContext): Promise<string[]> {
  const topics = await rpc("board_topics", {});
  return topics.ok ? topics.value : [];
}
