/** Loads a page of files, as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Profile } from "#contracts/account.ts";
import { BOARD, type BoardChoices, type BoardFiles, boardPlace, boardSort, fileKind } from "#contracts/board.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { type Language, language } from "#contracts/languages.ts";
import { codePointLength } from "#contracts/limits.ts";
import { readLanguagePairs } from "~/lib/backendStatus.server.ts";
import { readerLocaleFor } from "~/transcripts/readTranscript.server.ts";
import { toCards } from "./boardCard.ts";
import type { BoardCard, BoardChoicesView, BoardFilter, BoardPlace, BoardView } from "./boardView.ts";

const filterSchema = z.object({
  query: z.catch(z.string(), ""),
  kind: z.catch(z.nullable(fileKind), null),
  person: z.catch(z.nullable(z.guid()), null),
  language: z.catch(z.nullable(language), null),
  meeting: z.catch(z.nullable(z.guid()), null),
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
  const filter: BoardFilter = filterSchema.parse({
    kind: null,
    person: null,
    language: null,
    meeting: null,
    ...search,
  });
  const after = search.after === undefined ? null : z.pipe(placeSchema, boardPlace).safeParse(search.after);
  if (after?.success === false || codePointLength(filter.query) > BOARD.queryChars) return fail("request/invalid");
  const place = meetingId ?? filter.meeting;
  const reads = profile?.reads ?? context.locale;
  const isFirstOfAll = meetingId === null && after === null;
  const [found, choices, followed, notices, places, pairs] = await Promise.all([
    context.rpc("board_files", {
      ...(place !== null && { p_meeting_id: place }),
      ...(filter.query.trim() !== "" && { p_query: filter.query }),
      ...(filter.kind !== null && { p_file_kind: filter.kind }),
      ...(filter.person !== null && { p_owner: filter.person }),
      ...(filter.language !== null && { p_language: filter.language }),
      ...(after !== null && { p_after: after.data }),
      p_sort: filter.sort,
    }),
    after === null ? context.rpc("board_choices", meetingId === null ? {} : { p_meeting_id: meetingId }) : null,
    isFirstOfAll ? readFollowed(context) : [meetingId ?? []].flat(),
    isFirstOfAll ? readCommentedFiles(context, reads) : [],
    isFirstOfAll ? readPlaces(context) : [],
    readLanguagePairs(context),
  ]);
  if (choices?.ok === false) return choices;
  const isGone = meetingId === null && filter.meeting !== null && !found.ok && found.error.code === "meeting/not-found";
  if (!found.ok && !isGone) return found;
  const { files, lines, may_add, next } = found.ok ? found.value : NOTHING;
  return ok({
    cards: toCards(files, lines, reads),
    after: next && JSON.stringify(next),
    filter,
    choices: choices && toChoices(choices.value, meetingId),
    mayAdd: may_add,
    places,
    followed,
    readsPerLoad: readsPerLoad(choices?.value.turns ?? 0, meetingId === null),
    notices,
    env: context.env,
    speaks: profile?.speaks ?? context.locale,
    reads,
    pairs,
    reader: readerLocaleFor(context, request, profile?.time_zone ?? null),
    now: Date.now(),
  });
}

/** The files count as one read, the choices as three, and the meetings that the page of all files follows as one. */
const readsPerLoad = (turns: number, ofAll: boolean) => 4 + 2 * turns + (ofAll ? 1 + turns : 0);

const NOTHING: BoardFiles = { files: [], lines: [], may_add: false, next: null };

const toChoices = ({ people, languages, meetings }: BoardChoices, meetingId: string | null): BoardChoicesView => ({
  people: people.map(({ user_id, display_name }) => ({ id: user_id, name: display_name })),
  languages,
  // The page of a meeting has no others.
  meetings: (meetingId === null ? meetings : []).map(({ id, title, host_name }) => ({
    id,
    title,
    hostName: host_name,
  })),
});

/**
 * Returns files of the caller with comments that the caller has not seen. Without `reads` they have their original names. An
 * error hides the notices only.
 */
export async function readCommentedFiles({ rpc }: AppLoadContext, reads: Language | null = null): Promise<BoardCard[]> {
  const found = await rpc("commented_files", {});
  return found.ok ? toCards(found.value.files, found.value.lines, reads) : [];
}

/** Returns the last meetings on whose boards the caller may add files. An error hides the area for files only. */
async function readPlaces({ rpc }: AppLoadContext): Promise<BoardPlace[]> {
  const home = await rpc("home", { p_writable: true });
  return home.ok
    ? home.value.meetings.map(({ meeting_id: id, title, host_name: hostName }) => ({ id, title, hostName }))
    : [];
}

/** Returns the meetings whose boards the page follows. Without them it is not live. */
async function readFollowed({ rpc }: AppLoadContext): Promise<string[]> {
  const topics = await rpc("board_topics", {});
  return topics.ok ? topics.value : [];
}
