/** What a call comes down to: who spoke how long, what was marked, where its links lead. */
import type { SharedFile } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import type { CallSummary } from "#contracts/recap.ts";
import type { TranscriptLine } from "../../transcripts/core/index.ts";

interface Spoken {
  readonly seconds: number;
  /** Of all that was said: between 0 and 1. */
  readonly share: number;
}

export interface Talk {
  /** Who spoke the longest first; `languages` likewise. */
  readonly people: readonly (Spoken & {
    readonly id: string;
    readonly languages: readonly { readonly language: Language; readonly seconds: number }[];
  })[];
  readonly languages: readonly (Spoken & { readonly language: Language })[];
}

export function talkOf(talk: CallSummary["talk"]): Talk {
  const all = talk.reduce((sum, { seconds }) => sum + seconds, 0);
  const sumBy = <Key extends string>(keyOf: (one: CallSummary["talk"][number]) => Key) => {
    const sums = new Map<Key, number>();
    for (const one of talk) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.seconds);
    return [...sums]
      .map(([key, seconds]) => ({ key, seconds, share: all === 0 ? 0 : seconds / all }))
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
export const spanOf = (seconds: number): { readonly unit: "seconds" | "minutes"; readonly count: number } =>
  seconds < 60 ? { unit: "seconds", count: seconds } : { unit: "minutes", count: Math.round(seconds / 60) };

export const MARK_GROUPS = ["decisions", "tasks", "open", "answered"] as const;
export type MarkGroup = (typeof MARK_GROUPS)[number];

/** In time, but tasks that are done come last. */
export function marksOf(lines: readonly TranscriptLine[]): Readonly<Record<MarkGroup, readonly TranscriptLine[]>> {
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

export interface FileView {
  /** Of its line. */
  readonly id: string;
  readonly author: string;
  readonly at: number;
  readonly file: SharedFile;
}

export interface LinkView {
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
export const filesOf = (lines: readonly TranscriptLine[]): FileView[] =>
  lines.flatMap(({ id, author, at, file }) => (file === null ? [] : [{ ...{ id, author, at }, file }]));

const ADDRESS = /https?:\/\/[^\s<>"']+/giu;

/** Of HTTP, each once. */
export function linksOf(lines: readonly TranscriptLine[]): LinkView[] {
  const found = new Map<string, LinkView>();
  for (const { id, author, at, text } of lines)
    for (const [written] of text.matchAll(ADDRESS)) {
      const typed = withoutTail(written);
      if (!URL.canParse(typed)) continue;
      const { href, host, pathname, search, hash } = new URL(typed);
      const rest = `${pathname}${search}${hash}`;
      if (!found.has(href)) found.set(href, { href, host, rest: rest === "/" ? "" : rest, line: id, author, at });
    }
  return [...found.values()];
}

/** A sentence's own signs are no part of an address; a bracket is one where it was opened in it. */
function withoutTail(written: string): string {
  let address = written;
  for (;;) {
    const last = address.at(-1) ?? "";
    const opens = { ")": "(", "]": "[", "}": "{" }[last];
    const isOwn = opens !== undefined && address.split(opens).length >= address.split(last).length;
    if (isOwn || !/[\p{Po}\p{Pe}\p{Pf}\p{Pi}]/u.test(last) || /[/#%&@*]/u.test(last)) return address;
    address = address.slice(0, -1);
  }
}
