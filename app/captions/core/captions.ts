/**
 * What is said in a call, as one reader has it: words under way from the peers, then the lines that they become, each in
 * its reading. `band` is what is shown over the faces just now, for as long as it takes to read; `log` is all of it.
 */
import type { Language } from "#contracts/languages.ts";
import type { Mark } from "#contracts/lines.ts";
import type { TimelineEntry } from "../../chat/core/index.ts";
import type { Shown } from "../../languages/core/index.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";

export interface Caption {
  /** The same under way and as a line. */
  readonly id: string;
  /** User id of who speaks. */
  readonly speaker: string;
  readonly mine: boolean;
  readonly language: Language;
  readonly text: string;
  readonly final: boolean;
  readonly shown: Shown;
  /** User id of whose the words are, when they were corrected. */
  readonly correctedBy: string | null;
  readonly mark: Mark | null;
  /** It is a line that the server has: it can be marked and put right. */
  readonly kept: boolean;
}

export interface CaptionsSnapshot {
  /** Of at most two speakers, whoever began first first; of each the last two. */
  readonly band: readonly Caption[];
  readonly log: readonly Caption[];
  /** Id of the newest of another speaker that is still being read. */
  readonly reading: string | null;
}

/** Words that a peer tells of. */
export interface Told {
  readonly id: string;
  /** User id. */
  readonly speaker: string;
  readonly mine: boolean;
  readonly language: Language;
  readonly text: string;
  readonly final: boolean;
}

export interface Captions extends Store<CaptionsSnapshot> {
  /** The lines as they are now; those of the first call are history, and are not shown as if they were said just now. */
  lines(entries: readonly TimelineEntry[]): void;
  /** The newest words of each who has any. */
  told(all: readonly Told[]): void;
  close(): void;
}

/** How long it takes to read: a moment to find it, then some seventeen characters a second (subtitling's own measure). */
export const readingTime = (text: string): number => Math.min(9_000, 1_200 + ([...text].length / 17) * 1_000);
/** It stays a little longer than it takes to read. */
const LINGER = 1_500;
/** Words under way that are told no further are given up: their speaker is gone. */
const STALE = 10_000;
const SPEAKERS = 2;
const EACH = 2;

const ON_ITS_WAY: Shown = { kind: "on-its-way" };
const ORIGINAL: Shown = { kind: "original" };

interface Seen {
  /** When its words as they are now were first here. */
  readonly since: number;
  readonly words: string;
  /** When its first word was here: the order of the band. */
  readonly first: number;
}

interface CaptionsOptions {
  clock: Clock;
  reads: () => Language;
  /** Lines up to this `seq` are history: they stand in the log alone. */
  from: number;
}

export function createCaptions({ clock, reads, from }: CaptionsOptions): Captions {
  const store = createStore<CaptionsSnapshot>({ band: [], log: [], reading: null });
  let entries: readonly TimelineEntry[] = [];
  let told: readonly Told[] = [];
  /** By id; history is not in it. */
  const seen = new Map<string, Seen>();
  let history: ReadonlySet<string> = new Set();
  let cancelLook: Cancel = () => {};
  let known = new Map<string, Caption>();

  function all(): Caption[] {
    const lines = new Set(entries.map(({ id }) => id));
    const made = [
      ...entries.map(captionOf),
      ...told.filter(({ id, text }) => text !== "" && !lines.has(id) && !isStale(id)).map(underWay),
    ];
    const kept = made.map((caption) => keepObject(known.get(caption.id), caption));
    known = new Map(kept.map((caption) => [caption.id, caption]));
    return kept;
  }

  const isStale = (id: string) => clock.now() - (seen.get(id)?.since ?? clock.now()) > STALE;

  const underWay = ({ id, speaker, mine, language, text, final }: Told): Caption => ({
    ...{ id, speaker, mine, language, text, final, correctedBy: null, mark: null, kept: false },
    // A sentence under way is in its own language alone; a whole one is about to be a line.
    shown: final && !mine && language !== reads() ? ON_ITS_WAY : ORIGINAL,
  });

  function look() {
    const now = clock.now();
    const log = all();
    for (const { id, shown, text } of log) {
      if (history.has(id)) continue;
      const words = shown.kind === "translated" ? shown.text : text;
      const known = seen.get(id);
      if (known?.words !== words) seen.set(id, { since: now, words, first: known?.first ?? now });
    }
    const fresh = log.flatMap((caption) => {
      const one = seen.get(caption.id);
      return one === undefined ? [] : [{ caption, ...one, until: one.since + readingTime(one.words) }];
    });
    // Words under way stay until they are told otherwise.
    const present = fresh.filter(({ caption, until, since }) =>
      caption.final ? now < until + LINGER : now - since <= STALE,
    );
    const speakers = [...new Set(present.toSorted((a, b) => b.since - a.since).map(({ caption }) => caption.speaker))];
    const shownNow = speakers
      .slice(0, SPEAKERS)
      .map((speaker) => present.filter(({ caption }) => caption.speaker === speaker).slice(-EACH))
      .toSorted(([a], [b]) => (a?.first ?? 0) - (b?.first ?? 0))
      .flat();
    const reading = shownNow.findLast(({ caption, until }) => caption.final && !caption.mine && now < until);
    const last = store.getSnapshot();
    store.set(
      keepObject(last, {
        band: keepList(
          last.band,
          shownNow.map(({ caption }) => caption),
        ),
        log: keepList(last.log, log),
        reading: reading?.caption.id ?? null,
      }),
    );
    cancelLook();
    const next = present.flatMap(({ caption, until, since }) =>
      caption.final ? [until, until + LINGER].filter((at) => at > now) : [since + STALE + 1],
    );
    if (next.length > 0) cancelLook = clock.after(Math.max(1, Math.min(...next) - now), look);
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    lines(next) {
      // What the timeline let go is not asked for again; who is silent since is told of still, and stale.
      const ids = new Set([...next, ...told].map(({ id }) => id));
      for (const { id } of entries) if (!ids.has(id)) seen.delete(id);
      entries = next.filter(({ kind, deleted }) => kind === "speech" && !deleted);
      // Older ones may be loaded later. What nothing keeps was said just now, whatever its place.
      history = new Set(
        entries.flatMap(({ id, delivery, fleeting }) =>
          !fleeting && delivery.state === "sent" && delivery.seq <= from ? [id] : [],
        ),
      );
      look();
    },
    told(next) {
      told = next;
      look();
    },
    close() {
      cancelLook();
    },
  };
}

const captionOf = (entry: TimelineEntry): Caption => {
  const { id, author, mine, language, text, shown, correctedBy, mark, fleeting } = entry;
  return { ...{ id, mine, language, text, shown, correctedBy, mark }, speaker: author, final: true, kept: !fleeting };
};
