/** Computes a recap's talk times, marks, files and links. */
import type { SharedFile } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import type { CallSummary } from "#contracts/recap.ts";
import { findWebAddresses } from "#contracts/text/webAddresses.ts";
import { wholePercents } from "../../lib/wholePercents.ts";
import type { TranscriptLine } from "../../transcripts/transcriptLine.ts";

interface SpeakingShare {
  readonly seconds: number;
  /** Part of the total, between 0 and 1, in whole percents. All shares add up to 1. */
  readonly share: number;
}

export interface TalkTimes {
  /** Longest talk time first, in `languages` too. Empty for readers who did not attend the call. */
  readonly people: readonly (SpeakingShare & {
    readonly id: string;
    readonly languages: readonly { readonly language: Language; readonly seconds: number }[];
  })[];
  readonly languages: readonly (SpeakingShare & { readonly language: Language })[];
}

export function computeTalkTimes(talk: CallSummary["talk"]): TalkTimes {
  const sumBy = <Key extends string>(keyOf: (entry: CallSummary["talk"][number]) => Key | null) => {
    const sums = new Map<Key, number>();
    for (const entry of talk) {
      const key = keyOf(entry);
      if (key !== null) sums.set(key, (sums.get(key) ?? 0) + entry.seconds);
    }
    const sorted = [...sums].sort(([, a], [, b]) => b - a);
    const percents = wholePercents(sorted.map(([, seconds]) => seconds));
    return sorted.map(([key, seconds], index) => ({ key, seconds, share: (percents[index] ?? 0) / 100 }));
  };
  return {
    people: sumBy(({ user_id }) => user_id).map(({ key, ...talkTime }) => ({
      ...talkTime,
      id: key,
      languages: talk
        .filter(({ user_id }) => user_id === key)
        .map(({ language, seconds }) => ({ language, seconds }))
        .sort((a, b) => b.seconds - a.seconds),
    })),
    languages: sumBy(({ language }) => language).map(({ key, ...talkTime }) => ({ ...talkTime, language: key })),
  };
}

/** Returns rounded minutes, or seconds below a minute. */
export const toDurationUnit = (seconds: number): { readonly unit: "seconds" | "minutes"; readonly count: number } =>
  seconds < 60 ? { unit: "seconds", count: seconds } : { unit: "minutes", count: Math.round(seconds / 60) };

export const MARK_GROUPS = ["decisions", "tasks", "open", "answered"] as const;
export type MarkGroup = (typeof MARK_GROUPS)[number];

/** Keeps the order of the lines, but puts completed tasks last. */
export function groupMarks(lines: readonly TranscriptLine[]): Readonly<Record<MarkGroup, readonly TranscriptLine[]>> {
  const groups: Record<MarkGroup, TranscriptLine[]> = { decisions: [], tasks: [], open: [], answered: [] };
  for (const line of lines) {
    const { mark } = line;
    if (mark === null) continue;
    if (mark.kind === "decision") groups.decisions.push(line);
    else if (mark.kind === "task") groups.tasks.push(line);
    else groups[mark.done ? "answered" : "open"].push(line);
  }
  groups.tasks.sort((a, b) => Number(a.mark?.done) - Number(b.mark?.done));
  return groups;
}

/** Counts what the call decided. `open`: tasks that are not done and questions without an answer. */
export function countOutcomes(
  lines: readonly TranscriptLine[],
): Readonly<Record<"decisions" | "tasks" | "open", number>> {
  const { decisions, tasks, open } = groupMarks(lines);
  const openTasks = tasks.filter(({ mark }) => mark?.done === false);
  return { decisions: decisions.length, tasks: tasks.length, open: openTasks.length + open.length };
}

export interface RecapFile {
  /** Id of the line. */
  readonly id: string;
  readonly author: string;
  readonly at: number;
  readonly file: SharedFile;
}

export interface MentionedLink {
  /** Parsed and normalized, so that no host can pass for another. */
  readonly href: string;
  readonly host: string;
  readonly rest: string;
  /** Id of the first line with this link. */
  readonly lineId: string;
  readonly author: string;
  readonly at: number;
}

export const extractFiles = (lines: readonly TranscriptLine[]): RecapFile[] =>
  lines.flatMap(({ id, author, at, file }) => (file === null ? [] : [{ ...{ id, author, at }, file }]));

/** A line of 4,000 characters may have hundreds of links. A page shows as many of everybody. */
const MAX_LINKS = 200;
const MAX_LINKS_PER_AUTHOR = 50;

export interface MentionedLinks {
  readonly all: readonly MentionedLink[];
  /** False if the lines have more. */
  readonly complete: boolean;
}

/** Returns HTTP links without duplicates. */
export function extractLinks(lines: readonly TranscriptLine[]): MentionedLinks {
  const found = new Map<string, MentionedLink>();
  const countByAuthor = new Map<string | null, number>();
  let complete = true;
  for (const { id, author, at, text } of lines)
    for (const { url } of findWebAddresses(text)) {
      const { href, host, pathname, search, hash } = url;
      if (found.has(href)) continue;
      const count = countByAuthor.get(author) ?? 0;
      if (count === MAX_LINKS_PER_AUTHOR || found.size === MAX_LINKS) {
        complete = false;
        break;
      }
      countByAuthor.set(author, count + 1);
      const rest = `${pathname}${search}${hash}`;
      found.set(href, { href, host, rest: rest === "/" ? "" : rest, lineId: id, author, at });
    }
  return { all: [...found.values()], complete };
}
