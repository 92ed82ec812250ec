/**
 * The comments on a file in the reader's language, with own comments that are not stored yet. Unsent comments are kept on the
 * device, and sent once, also after a reload.
 */
import type { BoardAuthor } from "#contracts/board.ts";
import { type ErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/lines.ts";
import { createOutbox, type OutboxOptions } from "../../chat/outbox.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import type { Rpc } from "../../lib/rpc.ts";
import type { DraftStorage } from "../../lib/storage.ts";
import { createStore, type Store } from "../../lib/store.ts";
import { isNetworkError } from "../../lib/transientErrors.ts";
import type { BrowserTranslator } from "../../translation/browserTranslator.ts";
import { createLineTranslator } from "../../translation/lineTranslator.ts";
import type { LineDisplay } from "../../translation/resolveTranslation.ts";
import type { ShortLines } from "../../translation/shortLines.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";
import { createTranslationReach, type TranslatorApi } from "../../translation/translationReach.ts";
import { type CommentView, toCommentViews } from "./commentView.ts";

export interface FileCommentsSnapshot {
  /** Null: loading. */
  readonly loaded: Result<null> | null;
  readonly comments: readonly CommentView[];
  /** The `seq` of the last stored comment. */
  readonly lastSeq: number | null;
  /** The name of the file for the reader. Null until the line of the file is known. */
  readonly name: LineDisplay | null;
}

export interface FileComments extends Store<FileCommentsSnapshot> {
  post(text: string, language: Language): void;
  edit(id: string, text: string, language: Language): void;
  remove(id: string): void;
  /** Sends a rejected write again. */
  retry(id: string): void;
  /** Drops a rejected write. */
  discard(id: string): void;
  /** Reads all comments again, after an event of the board. Returns the number of pages that were read. */
  refresh(): Promise<number>;
  /** Translates the name of the file too. */
  setFileLine(line: Line): void;
  /** The network is back. */
  resume(): void;
  /** Starts sending. Returns a function that stops everything but the sending of unsent comments. */
  start(): Cancel;
}

export interface FileCommentsOptions {
  fileId: string;
  /** User id of the reader. */
  me: string;
  reads: Language;
  pairs: LanguagePairs;
  rpc: Rpc;
  translate: TranslateLines;
  browserTranslator: BrowserTranslator;
  translatorApi: TranslatorApi | undefined;
  shortLines: Pick<ShortLines, "isReadable" | "subscribe">;
  places: DraftStorage;
  clock: Clock;
  newId(): string;
}

export function createFileComments(options: FileCommentsOptions): FileComments {
  const { fileId, me, reads, rpc, clock } = options;
  let lines: readonly Line[] = [];
  let authors: readonly BoardAuthor[] = [];
  let fileLine: Line | null = null;
  let loaded: FileCommentsSnapshot["loaded"] = null;
  /** The read in progress, and whether another one must follow. */
  let reading: Promise<number> | null = null;
  let pagesRead = 0;
  let isStale = false;
  let stopped = false;
  /** Comments that were stored while the others were being read. */
  let sentWhileReading: readonly Line[] = [];
  const store = createStore<FileCommentsSnapshot>({ loaded, comments: [], lastSeq: null, name: null });

  const translator = createLineTranslator({
    ...{ me, reads: () => reads, othersRead: () => [], clock },
    async translate(ids) {
      const response = await options.translate(ids, { language: reads });
      if (!response.ok) return response;
      for (const { line_id, made } of response.value.results) if (made !== undefined) addTranslation(line_id, made);
      return response;
    },
    browserTranslator: options.browserTranslator,
    reach: createTranslationReach({ engines: options.pairs, api: options.translatorApi, clock }),
    shortLines: options.shortLines,
    // Nobody else requests translations of a comment before it is read.
    firstRequestDelayMs: 0,
    onChange: update,
    onMissed: () => void refresh(),
  });
  const outbox = createOutbox({
    places: options.places,
    key: `parley:comments:${fileId}:${me}`,
    newId: options.newId,
    clock,
    send,
    onSent(line) {
      sentWhileReading = [...sentWhileReading, line];
      setLines([...lines.filter(({ id }) => id !== line.id), line]);
      void refresh();
    },
    isTransient: (error) => isNetworkError(error) || error.code === "request/rate-limited",
  });
  const stopWatching = outbox.subscribe(() => {
    update();
    closeWhenSent();
  });

  function send(write: Parameters<OutboxOptions["send"]>[0]): Promise<Result<Line>> {
    switch (write.kind) {
      case "post":
        return rpc("post_comment", {
          ...{ p_line_id: write.id, p_file_id: fileId, p_language: write.language, p_text: write.text },
        });
      case "edit":
        return rpc("edit_line", {
          ...{ p_line_id: write.id, p_text: write.text, p_mentions: [] },
          ...(write.language !== undefined && { p_language: write.language }),
        });
      case "remove":
        return rpc("delete_line", { p_line_id: write.id });
      default:
        return write satisfies never;
    }
  }

  function addTranslation(lineId: string, made: { revision: number; text: string }) {
    const translation: Translation = { ...made, language: reads, status: "ready", engine: null, reason: null };
    const withIt = <Given extends Line | null>(line: Given): Given =>
      line?.id === lineId
        ? { ...line, translations: [...line.translations.filter(({ language }) => language !== reads), translation] }
        : line;
    fileLine = withIt(fileLine);
    setLines(lines.map(withIt));
  }

  function setLines(next: readonly Line[]) {
    lines = next.filter(({ deleted }) => !deleted).sort((first, second) => first.seq - second.seq);
    if (!stopped) translator.follow(fileLine === null ? lines : [fileLine, ...lines]);
    update();
  }

  function update() {
    if (stopped) return;
    const { items } = outbox.getSnapshot();
    store.set({
      loaded,
      comments: toCommentViews({ lines, authors, items, me, displayOf: translator.displayOf }),
      lastSeq: lines.at(-1)?.seq ?? null,
      name: fileLine && translator.displayOf(fileLine),
    });
  }

  async function readAll(): Promise<ErrorCode | null> {
    const found: Line[] = [];
    sentWhileReading = [];
    const people = new Map<string, BoardAuthor>();
    let isComplete = false;
    while (!isComplete) {
      const after = found.at(-1)?.seq;
      pagesRead += 1;
      const page = await rpc("comments", { p_file_id: fileId, ...(after !== undefined && { p_after_seq: after }) });
      if (!page.ok) return page.error.code;
      found.push(...page.value.lines);
      for (const person of page.value.authors) people.set(person.user_id, person);
      isComplete = !page.value.more || page.value.lines.length === 0;
    }
    authors = [...people.values()];
    for (const { id, translations } of found) translator.onTranslation(id, translations);
    loaded = ok(null);
    setLines([...found, ...sentWhileReading.filter(({ id }) => !found.some((line) => line.id === id))]);
    return null;
  }

  function refresh(): Promise<number> {
    isStale = true;
    reading ??= (async () => {
      pagesRead = 0;
      while (isStale && !stopped) {
        isStale = false;
        const code = await readAll();
        // Comments that were read stay visible.
        if (code !== null && loaded?.ok !== true) loaded = { ok: false, error: { code } };
      }
      reading = null;
      update();
      return pagesRead;
    })();
    return reading;
  }

  /** Comments that a later attempt may store are sent even after the dialog has closed. */
  function closeWhenSent() {
    if (!stopped || outbox.getSnapshot().items.some(({ state }) => state.name === "pending")) return;
    if (outbox.getSnapshot().blockedBy !== null) return;
    stopWatching();
    outbox.close();
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    post: (text, language) =>
      outbox.add({
        ...{ kind: "post", id: options.newId(), text, language, replyTo: null, mentions: [] },
        writtenAt: clock.now(),
      }),
    edit: (id, text, language) => outbox.add({ kind: "edit", id, text, language, mentions: [] }),
    remove: (id) => outbox.add({ kind: "remove", id }),
    retry: outbox.retry,
    discard: outbox.discard,
    refresh,
    setFileLine(line) {
      fileLine = line;
      setLines(lines);
    },
    resume() {
      translator.restart();
      outbox.start();
      void refresh();
    },
    start() {
      outbox.start();
      void refresh();
      return () => {
        stopped = true;
        translator.close();
        closeWhenSent();
      };
    },
  };
}
