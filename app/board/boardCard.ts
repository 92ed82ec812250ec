/** Builds the card of a file from what the database returns. */
import type { BoardFile } from "#contracts/board.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import { toPreview } from "./boardPreview.ts";
import type { BoardCard } from "./boardView.ts";

/** Returns null for a file whose line has no file any more. `reads`: the reader's language. */
export function toCard(
  { id, kind, preview, excerpt, meeting, author, shared_at, comments, unseen_comments }: BoardFile,
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
    excerpt,
    name: translated ?? written,
    original: translated && written,
    author: { colour: author.colour, name: author.display_name },
    meeting: { id: meeting.id, title: meeting.title, hostName: meeting.host_name },
    sharedAt: Date.parse(shared_at),
    comments,
    unseenComments: unseen_comments,
  };
}

/** Returns the cards of a list of files and their lines. */
export function toCards(files: readonly BoardFile[], lines: readonly Line[], reads: Language | null): BoardCard[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return files.flatMap((file) => toCard(file, byId.get(file.id), reads) ?? []);
}
