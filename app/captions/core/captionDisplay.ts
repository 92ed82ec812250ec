/**
 * What is said in a call, as one reader has it: words under way from the peers, then the lines that they become, each in
 * its reading. `band` is what is shown over the faces just now, for as long as it takes to read; `log` is all of it.
 */
import type { Language } from "#contracts/languages.ts";
import type { Mark } from "#contracts/lines.ts";
import type { TimelineEntry } from "../../chat/timelineEntry.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../../lib/store.ts";
import type { LineDisplay } from "../../translation/resolveTranslation.ts";

export interface Caption {
  /** The same under way and as a line. */
  readonly id: string;
  /** User id of who speaks. */
  readonly speaker: string;
  readonly mine: boolean;
  readonly language: Language;
  readonly text: string;
  readonly final: boolean;
  readonly display: LineDisplay;
  /** User id of whose the words are, when they were corrected. */
  readonly correctedBy: string | null;
  readonly mark: Mark | null;
  /** It is a line that the server has: it can be marked and put right. */
  readonly stored: boolean;
}

export interface CaptionDisplaySnapshot {
  /** Of at most two speakers, whoever began first first; of each the last two. */
  readonly band: readonly Caption[];
  readonly log: readonly Caption[];
  /** Id of the newest of another speaker that is still being read. */
  readonly readingId: string | null;
}

/** Words that a peer tells of. */
export interface IncomingCaption {
  readonly id: string;
  /** User id. */
  readonly speaker: string;
  readonly mine: boolean;
  readonly language: Language;
  readonly text: string;
  readonly final: boolean;
}

export interface CaptionDisplay extends Store<CaptionDisplaySnapshot> {
  /** The lines as they are now; those of the first call are history, and are not shown as if they were said just now. */
  setLines(entries: readonly TimelineEntry[]): void;
  /** The newest words of each who has any. */
  setIncoming(all: readonly IncomingCaption[]): void;
  close(): void;
}

/** How long it takes to read: a moment to find it, then some seventeen characters a second (subtitling's own measure). */
export const readingTimeMs = (text: string): number => Math.min(9_000, 1_200 + ([...text].length / 17) * 1_000);
/** It stays a little longer than it takes to read. */
const LINGER_MS = 1_500;
/** Words under way that are told no further are given up: their speaker is gone. */
const STALE_AFTER_MS = 10_000;
const MAX_SPEAKERS = 2;
const MAX_CAPTIONS_PER_SPEAKER = 2;

const PENDING_DISPLAY: LineDisplay = { kind: "on-its-way" };
const ORIGINAL_CAPTION_DISPLAY: LineDisplay = { kind: "original" };

interface CaptionTiming {
  /** When its words as they are now were first here. */
  readonly since: number;
  readonly words: string;
  /** When its first word was here: the order of the band. */
  readonly first: number;
}

interface CaptionDisplayOptions {
  clock: Clock;
  reads: () => Language;
  /** Lines up to this `seq` are history: they stand in the log alone. */
  historyUpToSeq: number;
}

export function createCaptionDisplay({ clock, reads, historyUpToSeq }: CaptionDisplayOptions): CaptionDisplay {
  const store = createStore<CaptionDisplaySnapshot>({ band: [], log: [], readingId: null });
  let entries: readonly TimelineEntry[] = [];
  let incoming: readonly IncomingCaption[] = [];
  /** By id; history is not in it. */
  const timings = new Map<string, CaptionTiming>();
  let history: ReadonlySet<string> = new Set();
  let cancelUpdate: Cancel = () => {};
  let known = new Map<string, Caption>();

  function currentCaptions(): Caption[] {
    const lines = new Set(entries.map(({ id }) => id));
    const made = [
      ...entries.map(captionOf),
      ...incoming.filter(({ id, text }) => text !== "" && !lines.has(id) && !isStale(id)).map(interimCaption),
    ];
    const kept = made.map((caption) => reuseIfShallowEqual(known.get(caption.id), caption));
    known = new Map(kept.map((caption) => [caption.id, caption]));
    return kept;
  }

  const isStale = (id: string) => clock.now() - (timings.get(id)?.since ?? clock.now()) > STALE_AFTER_MS;

  const interimCaption = ({ id, speaker, mine, language, text, final }: IncomingCaption): Caption => ({
    ...{ id, speaker, mine, language, text, final, correctedBy: null, mark: null, stored: false },
    // A sentence under way is in its own language alone; a whole one is about to be a line.
    display: final && !mine && language !== reads() ? PENDING_DISPLAY : ORIGINAL_CAPTION_DISPLAY,
  });

  function update() {
    const now = clock.now();
    const log = currentCaptions();
    for (const { id, display, text } of log) {
      if (history.has(id)) continue;
      const words = display.kind === "translated" ? display.text : text;
      const known = timings.get(id);
      if (known?.words !== words) timings.set(id, { since: now, words, first: known?.first ?? now });
    }
    const fresh = log.flatMap((caption) => {
      const one = timings.get(caption.id);
      return one === undefined ? [] : [{ caption, ...one, until: one.since + readingTimeMs(one.words) }];
    });
    // Words under way stay until they are told otherwise.
    const present = fresh.filter(({ caption, until, since }) =>
      caption.final ? now < until + LINGER_MS : now - since <= STALE_AFTER_MS,
    );
    const speakers = [...new Set(present.toSorted((a, b) => b.since - a.since).map(({ caption }) => caption.speaker))];
    const shownNow = speakers
      .slice(0, MAX_SPEAKERS)
      .map((speaker) => present.filter(({ caption }) => caption.speaker === speaker).slice(-MAX_CAPTIONS_PER_SPEAKER))
      .toSorted(([a], [b]) => (a?.first ?? 0) - (b?.first ?? 0))
      .flat();
    const reading = shownNow.findLast(({ caption, until }) => caption.final && !caption.mine && now < until);
    const last = store.getSnapshot();
    store.set(
      reuseIfShallowEqual(last, {
        band: reuseListIfEqual(
          last.band,
          shownNow.map(({ caption }) => caption),
        ),
        log: reuseListIfEqual(last.log, log),
        readingId: reading?.caption.id ?? null,
      }),
    );
    cancelUpdate();
    const next = present.flatMap(({ caption, until, since }) =>
      caption.final ? [until, until + LINGER_MS].filter((at) => at > now) : [since + STALE_AFTER_MS + 1],
    );
    if (next.length > 0) cancelUpdate = clock.after(Math.max(1, Math.min(...next) - now), update);
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setLines(next) {
      // What the timeline let go is not asked for again; who is silent since is told of still, and stale.
      const ids = new Set([...next, ...incoming].map(({ id }) => id));
      for (const { id } of entries) if (!ids.has(id)) timings.delete(id);
      entries = next.filter(({ kind, deleted }) => kind === "speech" && !deleted);
      // Older ones may be loaded later. What nothing keeps was said just now, whatever its place.
      history = new Set(
        entries.flatMap(({ id, delivery, fleeting }) =>
          !fleeting && delivery.state === "sent" && delivery.seq <= historyUpToSeq ? [id] : [],
        ),
      );
      update();
    },
    setIncoming(next) {
      incoming = next;
      update();
    },
    close() {
      cancelUpdate();
    },
  };
}

const captionOf = (entry: TimelineEntry): Caption => {
  const { id, author, mine, language, text, display, correctedBy, mark, fleeting } = entry;
  return {
    ...{ id, mine, language, text, display, correctedBy, mark },
    speaker: author,
    final: true,
    stored: !fleeting,
  };
};
