/** The board of a meeting: its files, also those that were shared outside a call, and the comments on them. */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { line } from "./lines.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

/** Limits of a board. Apart from `limits.ts`, which every page loads. */
export const BOARD = {
  /** Stored lines of one meeting outside its calls: files, comments. */
  lines: 20_000,
  /** A quarter, so that one person cannot use up the lines of a board. */
  linesPerPerson: 5_000,
  commentsPerFile: 500,
  /** On one file, also deleted ones, so that one person cannot use up its comments. */
  commentsPerPerson: 100,
  commentsPerPage: 100,
  filesPerPage: 60,
  readsPerMinute: 120,
  /** Length of a search. */
  queryChars: 100,
  /** Bytes of a text file that searches read. */
  contentsBytes: 8_192,
  /** Characters at the beginning of a text file that its card shows. */
  excerptChars: 280,
  /** Different parts of one, two and three characters that a text has in the index. */
  gramsPerText: 6_000,
  /** Meetings outside the workspaces of a person, and calls there, that one search looks into, the latest. */
  placesPerSearch: 200,
  /** Texts that one page compares, in the order of the list. */
  textsPerSearch: 1_000,
  /** Characters that one page compares. */
  charsPerSearch: 500_000,
  /** Newest files whose people, languages and meetings can be chosen. */
  filesForChoices: 1_000,
  /** People, and meetings, that can be chosen. */
  choices: 100,
} as const;

/** A participant as the meeting knows them. A person who is none, as during a merge, has number 0 and no name. */
export const boardAuthor = z.object({
  user_id: z.guid(),
  number: z.int(),
  colour: z.int(),
  display_name: z.string(),
});
export type BoardAuthor = z.infer<typeof boardAuthor>;

export const FILE_KINDS = ["image", "audio", "video", "text", "document"] as const;
export const fileKind = z.enum(FILE_KINDS);
export type FileKind = z.infer<typeof fileKind>;

export const BOARD_SORTS = ["newest", "oldest", "name", "size"] as const;
export const boardSort = z.enum(BOARD_SORTS);
export type BoardSort = z.infer<typeof boardSort>;

/** Largest picture of a preview, a JPEG. */
export const PREVIEW_MAX_BYTES = 32_768;
/** Pages make previews of less than half a megapixel. */
export const PREVIEW_MAX_PIXELS = 1e6;

/** Larger pictures take gigabytes of memory, so pages show an icon. The largest cameras have 100 megapixels. */
export const PICTURE_MAX_PIXELS = 120e6;

/** Returns whether a page may decode the picture. */
export const isDecodable = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width * height <= PICTURE_MAX_PIXELS;

/** A preview that the sharer's browser made. It may be wrong, so nothing but pages uses it. */
export const filePreview = z.object({
  /** Pixels. Null if the file has no picture. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Null for files without a duration. */
  duration_ms: z.nullable(count),
  /** A thumbhash in base64. */
  hash: z.nullable(z.string()),
  /** `file_picture` has a small picture. */
  picture: z.boolean(),
});
export type FilePreview = z.infer<typeof filePreview>;

/** `file_picture(p_file_id)`: a JPEG in base64. */
export const filePicture = z.object({ jpeg: z.string().check(z.maxLength((PREVIEW_MAX_BYTES * 4) / 3 + 4)) });

const boardMeeting = z.object({ id: z.guid(), title: z.nullable(z.string()), host_name: z.nullable(z.string()) });

/** A file of a list. Its line has the same id, and contains name, type, size and translations. */
export const boardFile = z.object({
  id: z.guid(),
  meeting: boardMeeting,
  author: boardAuthor,
  kind: fileKind,
  preview: z.nullable(filePreview),
  /** The beginning of a text file. */
  excerpt: z.nullable(z.string().check(z.maxLength(2 * BOARD.excerptChars))),
  shared_at: time,
  comments: count,
  /** Comments of others since the owner last read them. 0 for everybody else. */
  unseen_comments: count,
});
export type BoardFile = z.infer<typeof boardFile>;

/** The place of the file behind which the next page continues: what it is sorted by, and its id. */
export const boardPlace = z.object({ key: z.union([z.string(), z.number()]), id: z.guid() });

/**
 * `board_files(p_meeting_id, p_owner, p_file_kind, p_language, p_sort, p_after, p_query)`: files that the caller may
 * read, of one meeting or of all, with their lines in the same order. A page may have fewer files than `BOARD.filesPerPage`,
 * also none. `p_query` is a part of a name, of a translated name or of the beginning of a text file.
 */
export const boardFiles = z.object({
  files: z.array(boardFile).check(z.maxLength(BOARD.filesPerPage)),
  lines: z.array(line),
  /** The caller may add files to the board of the meeting. False for all meetings. */
  may_add: z.boolean(),
  next: z.nullable(boardPlace),
});
export type BoardFiles = z.infer<typeof boardFiles>;

/** `board_choices(p_meeting_id)`: the people, languages and meetings of the newest files that the caller may read. */
export const boardChoices = z.object({
  people: z.array(z.object({ user_id: z.guid(), display_name: z.string() })).check(z.maxLength(BOARD.choices)),
  languages: z.array(language),
  meetings: z.array(boardMeeting).check(z.maxLength(BOARD.choices)),
  /** As how many reads more each function of the board counts, because the caller has many meetings or calls. */
  turns: count,
});
export type BoardChoices = z.infer<typeof boardChoices>;

/** `comments(p_file_id, p_after_seq)`: a page of comments after the `seq` (null: from the first), oldest first. */
export const comments = z.object({ lines: z.array(line), more: z.boolean(), authors: z.array(boardAuthor) });
export type Comments = z.infer<typeof comments>;

/**
 * `board_file(p_file_id)`: one file that the caller may read, else null. `may_comment`: the caller may write on the board of its meeting.
 * `may_delete`: the caller shared it, or hosts the meeting.
 */
export const oneBoardFile = z.nullable(
  z.object({ file: boardFile, line, may_comment: z.boolean(), may_delete: z.boolean() }),
);
export type OneBoardFile = NonNullable<z.infer<typeof oneBoardFile>>;

/** `commented_files()`: files of the caller with comments that the caller has not seen, with their lines in the same order. */
export const commentedFiles = z.object({ files: z.array(boardFile), lines: z.array(line) });

/** `board_topics()`: the meetings of the caller that were used last, whose boards a page follows. */
export const boardTopics = z.array(z.guid()).check(z.maxLength(20));

/** The event of `board:<meeting>`: a file or a comment was added, changed, translated or deleted. `about`: the commented file. */
export const boardChanged = z.object({ line_id: z.guid(), about: z.nullable(z.guid()) });
export type BoardChanged = z.infer<typeof boardChanged>;

/** `marks_changed` on `board:<meeting>`: a mark of the call was set, changed or removed. */
export const marksChanged = z.object({ call_id: z.guid() });
