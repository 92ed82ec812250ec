/** The files of the meetings of a person, or of one meeting, as pages show them. */
import type { BoardSort, FileKind } from "#contracts/board.ts";
import type { SharedFile } from "#contracts/files.ts";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { ReaderLocale } from "~/lib/dates.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import type { MeetingNameView } from "~/lib/meetingTitle.ts";

export interface BoardPreview {
  /** Pixels. Null if the file has no picture. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly durationMs: number | null;
  /** A CSS colour that the picture has on average, shown until it has loaded. */
  readonly colour: string | null;
  /** `/files/:id?preview` is a small picture. */
  readonly hasPicture: boolean;
}

export interface BoardCard {
  /** Also the id of the file's line. */
  readonly id: string;
  readonly kind: FileKind;
  readonly file: SharedFile;
  readonly preview: BoardPreview | null;
  /** The beginning of a text file. */
  readonly excerpt: string | null;
  /** The name in the reader's language, or as its author wrote it. */
  readonly name: { readonly text: string; readonly language: Language };
  /** The name that the author gave, if `name` is a translation. */
  readonly original: { readonly text: string; readonly language: Language } | null;
  readonly author: { readonly colour: number; readonly name: string };
  readonly meeting: MeetingNameView & { readonly id: string };
  /** Milliseconds since the epoch. */
  readonly sharedAt: number;
  readonly comments: number;
  /** Comments of others that the reader, who shared the file, has not seen. */
  readonly unseenComments: number;
}

export interface BoardFilter {
  /** A part of a name or of a text. Empty without a search. */
  readonly query: string;
  readonly kind: FileKind | null;
  /** The id of a person. */
  readonly person: string | null;
  readonly language: Language | null;
  /** The id of a meeting. Null on the page of a meeting. */
  readonly meeting: string | null;
  readonly sort: BoardSort;
  readonly view: "cards" | "list";
}

/** A meeting on whose board the reader may add files. */
export type BoardPlace = MeetingNameView & { readonly id: string };

/** The values by which files can be filtered. */
export interface BoardChoicesView {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly languages: readonly Language[];
  readonly meetings: readonly BoardPlace[];
}

export interface BoardPage {
  readonly cards: readonly BoardCard[];
  /** The search parameter of the next page. Null after the last one. */
  readonly after: string | null;
}

/** The parts of a page that a file's dialog uses. */
export interface DialogContext {
  readonly env: PublicEnv;
  /** The language in which the reader is expected to write. */
  readonly speaks: Language;
  readonly reads: Language;
  /** The pairs that the engines translate. */
  readonly pairs: LanguagePairs;
  readonly reader: ReaderLocale;
  /** The time of the page, which decides the year that is left out: milliseconds since the epoch. */
  readonly now: number;
}

export interface BoardView extends BoardPage, DialogContext {
  readonly filter: BoardFilter;
  /** Null on pages after the first. */
  readonly choices: BoardChoicesView | null;
  readonly mayAdd: boolean;
  /** Meetings that the page of all files offers for new ones. */
  readonly places: readonly BoardPlace[];
  /** Ids of the meetings whose changes the page shows at once. */
  readonly followed: readonly string[];
  /** As how many reads the database counts this page. */
  readonly readsPerLoad: number;
  /** Files of the reader with new comments, on the page of all files. */
  readonly notices: readonly BoardCard[];
}

/** Returns the number of filters that hide files, without the kind and the search, which are always visible. */
export const chosenFilters = ({ person, language, meeting }: BoardFilter): number =>
  [person, language, meeting].filter((chosen) => chosen !== null).length;

export const isFiltered = (filter: BoardFilter): boolean =>
  filter.query !== "" || filter.kind !== null || chosenFilters(filter) > 0;
