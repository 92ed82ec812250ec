/** What a call comes down to: who spoke how long, what was marked, where its links lead. */
import type { SharedFile } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import type { CallSummary } from "#contracts/recap.ts";
import type { TranscriptLine } from "../../transcripts/transcriptLine.ts";

interface SpeakingShare {
  readonly seconds: number;
  /** Of all that was said: between 0 and 1. */
  readonly share: number;
}

export interface TalkTimes {
  /** Who spoke the longest first; `languages` likewise. */
  readonly people: readonly (SpeakingShare & {
    readonly id: string;
    readonly languages: readonly { readonly language: Language; readonly seconds: number }[];
  })[];
  readonly languages: readonly (SpeakingShare & { readonly language: Language })[];
}

export function computeTalkTimes(talk: CallSummary["talk"]): TalkTimes {
  const totalSeconds = talk.reduce((sum, { seconds }) => sum + seconds, 0);
  const sumBy = <Key extends string>(keyOf: (one: CallSummary["talk"][number]) => Key) => {
    const sums = new Map<Key, number>();
    for (const one of talk) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.seconds);
    return [...sums]
      .map(([key, seconds]) => ({ key, seconds, share: totalSeconds === 0 ? 0 : seconds / totalSeconds }))
      .sort((a, b) => b.seconds - a.seconds);
  };
  return {
    people: sumBy(({ user_id }) => user_id).map(({ key, ...spoken }) => ({
      ...spoken,
      id: key,
      languages: talk
        .filter(({ user_id }) => user_id === key)
        .map(({ language, seconds }) => ({ language, seconds }))
        .sort((a, b) => b.seconds - a.seconds),
    })),
    languages: sumBy(({ language }) => language).map(({ key, ...spoken }) => ({ ...spoken, language: key })),
  };
}

/** As it is said: whole minutes, below one of them seconds. */
export const toDurationUnit = (seconds: number): { readonly unit: "seconds" | "minutes"; readonly count: number } =>
  seconds < 60 ? { unit: "seconds", count: seconds } : { unit: "minutes", count: Math.round(seconds / 60) };

export const MARK_GROUPS = ["decisions", "tasks", "open", "answered"] as const;
export type MarkGroup = (typeof MARK_GROUPS)[number];

/** In time, but tasks that are done come last. */
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

export interface RecapFile {
  /** Of its line. */
  readonly id: string;
  readonly author: string;
  readonly at: number;
  readonly file: SharedFile;
}

export interface MentionedLink {
  /** As a browser reads it: what looks like another host is not one. */
  readonly href: string;
  readonly host: string;
  readonly rest: string;
  /** The line that held it first. */
  readonly line: string;
  readonly author: string;
  readonly at: number;
}

/** What was shared, in time. */
export const extractFiles = (lines: readonly TranscriptLine[]): RecapFile[] =>
  lines.flatMap(({ id, author, at, file }) => (file === null ? [] : [{ ...{ id, author, at }, file }]));

const URL_PATTERN = /https?:\/\/[^\s<>"']+/giu;

/** Of HTTP, each once. */
export function extractLinks(lines: readonly TranscriptLine[]): MentionedLink[] {
  const found = new Map<string, MentionedLink>();
  for (const { id, author, at, text } of lines)
    for (const [match] of text.matchAll(URL_PATTERN)) {
      const url = trimTrailingPunctuation(match);
      if (!URL.canParse(url)) continue;
      const { href, host, pathname, search, hash } = new URL(url);
      const rest = `${pathname}${search}${hash}`;
      if (!found.has(href)) found.set(href, { href, host, rest: rest === "/" ? "" : rest, line: id, author, at });
    }
  return [...found.values()];
}

/** A sentence's own signs are no part of an address; a bracket is one where it was opened in it. */
function trimTrailingPunctuation(url: string): string {
  let address = url;
  for (;;) {
    const last = address.at(-1) ?? "";
    const opens = { ")": "(", "]": "[", "}": "{" }[last];
    const isOwn = opens !== undefined && address.split(opens).length >= address.split(last).length;
    if (isOwn || !/[\p{Po}\p{Pe}\p{Pf}\p{Pi}]/u.test(last) || /[/#%&@*]/u.test(last)) return address;
    address = address.slice(0, -1);
  }
}
