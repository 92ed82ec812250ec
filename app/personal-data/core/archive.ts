/** The files of an export: JSON for programs, pages to read, and the person's own files. docs/export.md describes them. */
import {
  EXPORT_PARTS,
  type ExportAccount,
  type ExportPage,
  type ExportPart,
  exportedFile,
  exportedLine,
  exportedMeeting,
} from "#contracts/personalData.ts";
import { escapeHtml, htmlPage, tableRow } from "./html.ts";

/** Counts the versions of the shapes. Change it with them, and docs/export.md too. */
export const EXPORT_SCHEMA = 1;

export interface ArchiveFile {
  readonly name: string;
  readonly input: Blob | AsyncIterable<string>;
  /** Milliseconds since the epoch. */
  readonly lastModified: number;
}

export interface ArchiveTexts {
  readonly language: string;
  readonly dir: "ltr" | "rtl";
  readonly title: string;
  readonly exportedAt: string;
  readonly lines: string;
  readonly time: string;
  readonly meeting: string;
  readonly text: string;
  readonly untitled: string;
  readonly removed: string;
  readonly content: string;
  readonly count: string;
  readonly file: string;
  readonly account: string;
  readonly parts: Readonly<Record<ExportPart, string>>;
}

interface ArchiveInput {
  readonly account: ExportAccount;
  readonly texts: ArchiveTexts;
  readonly exportedAt: number;
  itemsOf(part: ExportPart): AsyncIterable<ExportPage["items"]>;
  /** Returns the person's picture. Null: there is none, or it is gone. */
  avatarOf(): Promise<Blob | null>;
  /** Returns null for a file that is gone. */
  fileOf(id: string): Promise<Blob | null>;
  skipFile(): void;
  noteMissing(): void;
}

/** Yields the files in an order in which each needs only what came before. A file must be read before the next one. */
export async function* archiveFiles(input: ArchiveInput): AsyncGenerator<ArchiveFile> {
  const { account, texts, exportedAt } = input;
  const lastModified = exportedAt;
  const envelope = { schema: EXPORT_SCHEMA, exported_at: new Date(exportedAt).toISOString() };
  const titles = new Map<string, string | null>();
  const files: { id: string; name: string }[] = [];
  const counts = new Map<ExportPart, number>();
  const rows: string[] = [];

  yield {
    name: "account.json",
    input: new Blob([JSON.stringify({ ...envelope, account: { ...account, parts: undefined } }, null, 2)]),
    lastModified,
  };

  const avatar = await input.avatarOf();
  if (avatar !== null)
    yield { name: `avatar.${avatar.type === "image/jpeg" ? "jpg" : "webp"}`, input: avatar, lastModified };

  async function* jsonOf(part: ExportPart): AsyncGenerator<string> {
    yield `${JSON.stringify({ ...envelope, part }).slice(0, -1)},"items":[`;
    let count = 0;
    for await (const items of input.itemsOf(part)) {
      // The ZIP writer takes an empty chunk for the end.
      if (items.length === 0) continue;
      yield items.map((item, index) => `${count + index > 0 ? "," : ""}\n${JSON.stringify(item)}`).join("");
      count += items.length;
      for (const item of items) note(part, item);
    }
    counts.set(part, count);
    yield "\n]}\n";
  }

  function note(part: ExportPart, item: unknown): void {
    if (part === "meetings") {
      const meeting = exportedMeeting.safeParse(item);
      if (meeting.success) titles.set(meeting.data.id, meeting.data.title);
    } else if (part === "lines") {
      const line = exportedLine.safeParse(item);
      if (line.success) rows.push(rowOf(line.data, titles, texts));
    } else if (part === "files") {
      const file = exportedFile.safeParse(item);
      const isKept = file.success && file.data.shared_at !== null && file.data.deleted_at === null;
      if (isKept) files.push({ id: file.data.id, name: file.data.name ?? "" });
      else input.skipFile();
    }
  }

  for (const part of EXPORT_PARTS) yield { name: `${part}.json`, input: jsonOf(part), lastModified };

  for (const { id, name } of files) {
    const bytes = await input.fileOf(id);
    // The id separates files of one name, and finds the row in files.json.
    if (bytes !== null) yield { name: `files/${id}/${safeName(name)}`, input: bytes, lastModified };
    else input.noteMissing();
  }

  const lineTable = [tableRow("th", [texts.time, texts.meeting, texts.text].map(escapeHtml)), ...rows];
  yield {
    name: "messages.html",
    input: new Blob(htmlPage(texts, texts.lines, lineTable)),
    lastModified,
  };
  yield { name: "index.html", input: new Blob(htmlPage(texts, texts.title, indexRows(texts, counts))), lastModified };
}

function rowOf(
  { at, meeting_id, language, text }: { at: string; meeting_id: string; language: string; text: string | null },
  titles: ReadonlyMap<string, string | null>,
  texts: ArchiveTexts,
): string {
  const time = at.slice(0, 16).replace("T", " ");
  const words = text === null ? `<i>${escapeHtml(texts.removed)}</i>` : escapeHtml(text);
  return tableRow("td", [
    escapeHtml(time),
    `<bdi>${escapeHtml(titles.get(meeting_id) ?? texts.untitled)}</bdi>`,
    `<span lang="${escapeHtml(language)}" dir="auto">${words}</span>`,
  ]);
}

function indexRows(texts: ArchiveTexts, counts: ReadonlyMap<ExportPart, number>): string[] {
  const link = (file: string) => `<a href="${file}">${file}</a>`;
  return [
    tableRow("th", [texts.content, texts.file, texts.count].map(escapeHtml)),
    tableRow("td", [escapeHtml(texts.account), link("account.json"), "1"]),
    ...EXPORT_PARTS.map((part) => {
      const pages = part === "lines" ? `${link("messages.html")} ` : "";
      return tableRow("td", [
        escapeHtml(texts.parts[part]),
        `${pages}${link(`${part}.json`)}`,
        String(counts.get(part) ?? 0),
      ]);
    }),
  ];
}

/** Returns a name that no program that unpacks the archive takes for a path or a device. */
function safeName(name: string): string {
  const clean = name.replace(/[\p{Cc}<>:"/\\|?*]/gu, "_").replace(/^[. ]+|[. ]+$/gu, "_");
  return clean === "" || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(clean) ? `_${clean}` : clean;
}
