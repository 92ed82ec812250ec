/**
 * The captions of a call for one reader: interim text from the peers, then the lines that it becomes, each translated.
 * `band` holds the captions that are shown for their reading time, `log` all of them.
 */

import type { Language } from "#contracts/languages.ts";
import type { Mark } from "#contracts/lines.ts";
import { isVisible } from "#contracts/text/cleanMessage.ts";
import type { TimelineEntry } from "../../chat/timelineEntry.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../../lib/store.ts";
import type { LineDisplay } from "../../translation/resolveTranslation.ts";

export interface Caption {
  /** Constant from interim text to line. */
  readonly id: string;
  /** User id. */
  readonly speaker: string;
  readonly mine: boolean;
  readonly language: Language;
  readonly text: string;
  readonly final: boolean;
  readonly display: LineDisplay;
  /** User id of the author of a correction. */
  readonly correctedBy: string | null;
  readonly mark: Mark | null;
  /** The server stores the line, so it can be marked and corrected. */
  readonly stored: boolean;
}

export interface CaptionDisplaySnapshot {
  /** The last two captions of at most two speakers, in the order of starting to speak. */
  readonly band: readonly Caption[];
  readonly log: readonly Caption[];
  /** Id of the newest remote caption whose reading time has not passed. */
  readonly readingId: string | null;
}

/** A caption as a peer sends it. */
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
  /** Sets the current lines. Lines of the history go to the log alone. */
  setLines(entries: readonly TimelineEntry[]): void;
  /** Sets the newest caption of each peer. */
  setIncoming(all: readonly IncomingCaption[]): void;
  close(): void;
}

/** Returns the text that the reader sees, with its language. */
export const displayedCaption = ({ display, text, language }: Caption): { text: string; language: Language } =>
  display.kind === "translated"
    ? display
    : { text, language: display.kind === "readable" ? display.language : language };

/** Code units that hold more characters than anybody reads within the longest reading time. */
const MAX_READ_LENGTH = 300;
/** Returns the reading time: a moment to find the text, then 17 characters a second, as in subtitling. */
export const readingTimeMs = (text: string): number =>
  Math.min(9_000, 1_200 + ([...text.slice(0, MAX_READ_LENGTH)].length / 17) * 1_000);
/** Time that a caption stays after its reading time. */
const LINGER_MS = 1_500;
/** Interim text without an update is removed: its speaker is gone. */
const STALE_AFTER_MS = 10_000;
const MAX_SPEAKERS = 2;
/** Interim captions that became no line, of which the times are known. Peers choose their ids. */
const MAX_INTERIM_TIMINGS = 200;
const MAX_CAPTIONS_PER_SPEAKER = 2;

const PENDING_DISPLAY: LineDisplay = { kind: "on-its-way" };
const ORIGINAL_CAPTION_DISPLAY: LineDisplay = { kind: "original" };

interface CaptionTiming {
  /** When the current text arrived. */
  readonly since: number;
  /** When its reading time is over. */
  readonly until: number;
  readonly text: string;
  /** When the first text arrived, which orders the band. */
  readonly first: number;
}

interface CaptionDisplayOptions {
  clock: Clock;
  reads: () => Language;
  /** Returns whether a caption in this language may become readable. */
  mayTranslate: (from: Language) => boolean;
  /** Lines up to this `seq` are shown in the log alone. */
  historyUpToSeq: number;
}

export function createCaptionDisplay({
  clock,
  reads,
  mayTranslate,
  historyUpToSeq,
}: CaptionDisplayOptions): CaptionDisplay {
  const store = createStore<CaptionDisplaySnapshot>({ band: [], log: [], readingId: null });
  let entries: readonly TimelineEntry[] = [];
  let incoming: readonly IncomingCaption[] = [];
  /** By id, without history. */
  const timings = new Map<string, CaptionTiming>();
  let history: ReadonlySet<string> = new Set();
  let cancelUpdate: Cancel = () => {};
  let previousCaptions = new Map<string, Caption>();

  function currentCaptions(): Caption[] {
    const lines = new Set(entries.map(({ id }) => id));
    const captions = [
      ...entries.map(captionOf),
      ...incoming.filter(({ id, text }) => isVisible(text) && !lines.has(id) && !isStale(id)).map(interimCaption),
    ];
    const reused = captions.map((caption) => reuseIfShallowEqual(previousCaptions.get(caption.id), caption));
    previousCaptions = new Map(reused.map((caption) => [caption.id, caption]));
    return reused;
  }

  const isStale = (id: string) => clock.now() - (timings.get(id)?.since ?? clock.now()) > STALE_AFTER_MS;

  const interimCaption = ({ id, speaker, mine, language, text, final }: IncomingCaption): Caption => ({
    ...{ id, speaker, mine, language, text, final, correctedBy: null, mark: null, stored: false },
    // Interim text is not translated. Final text is about to become a line.
    display:
      final && !mine && language !== reads() && mayTranslate(language) ? PENDING_DISPLAY : ORIGINAL_CAPTION_DISPLAY,
  });

  /** Forgets the oldest interim captions that became no line. */
  function forgetInterim() {
    const most = entries.length + MAX_INTERIM_TIMINGS;
    if (timings.size <= most) return;
    const kept = new Set([...entries, ...incoming].map(({ id }) => id));
    for (const id of timings.keys()) if (timings.size > most && !kept.has(id)) timings.delete(id);
  }

  function update() {
    const now = clock.now();
    const log = currentCaptions();
    for (const { id, display, text } of log) {
      if (history.has(id)) continue;
      const shownText = display.kind === "translated" ? display.text : text;
      const timing = timings.get(id);
      if (timing?.text === shownText) continue;
      const until = now + readingTimeMs(shownText);
      timings.set(id, { since: now, until, text: shownText, first: timing?.first ?? now });
    }
    forgetInterim();
    const fresh = log.flatMap((caption) => {
      const timing = timings.get(caption.id);
      return timing === undefined ? [] : [{ caption, ...timing }];
    });
    // Interim text stays until it is replaced or stale.
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
      // Forget evicted lines, but not the last caption of a silent peer, which must stay stale.
      const ids = new Set([...next, ...incoming].map(({ id }) => id));
      for (const { id } of entries) if (!ids.has(id)) timings.delete(id);
      entries = next.filter(({ kind, deleted }) => kind === "speech" && !deleted);
      // Older lines may load later. Ephemeral lines are always new, whatever their `seq`.
      history = new Set(
        entries.flatMap(({ id, delivery, fleeting }) =>
          !fleeting && delivery.state === "sent" && delivery.seq <= historyUpToSeq ? [id] : [],
        ),
      );
      update();
    },
    setIncoming(next) {
      const reused = reuseListIfEqual(
        incoming,
        next.map((caption, at) => reuseIfShallowEqual(incoming[at], caption)),
      );
      // Each status of a peer gets here, many times a second.
      if (reused === incoming) return;
      incoming = reused;
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
