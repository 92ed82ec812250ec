/**
 * Writes the feed of a person. Each occurrence is an event of its own with instants: programs show a changed occurrence of a series
 * twice, and no rule has to be expanded. A program reads the feed again, so instants follow a change of a zone.
 */
import { compactInstant } from "../ruleText.ts";
import { escapeText, foldLine } from "./lines.ts";

export interface FeedEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly starts_at: number;
  readonly ends_at: number;
}

const eventLines = ({ uid, sequence, title, description, url, starts_at, ends_at }: FeedEvent, stamp: number) => [
  "BEGIN:VEVENT",
  `UID:${escapeText(uid)}`,
  `DTSTAMP:${compactInstant(stamp)}`,
  `SEQUENCE:${sequence}`,
  "STATUS:CONFIRMED",
  `DTSTART:${compactInstant(starts_at)}`,
  `DTEND:${compactInstant(ends_at)}`,
  `SUMMARY:${escapeText(title)}`,
  `DESCRIPTION:${escapeText(description)}`,
  `URL:${url}`,
  `LOCATION:${escapeText(url)}`,
  "END:VEVENT",
];

/** `stamp` is the instant of writing. `refresh`: a duration as `PT1H`, which programs may ignore. */
export const writeFeed = (events: readonly FeedEvent[], stamp: number, refresh: string): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Parley//Parley//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Parley",
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...events.flatMap((event) => eventLines(event, stamp)),
    "END:VCALENDAR",
  ]
    .map(foldLine)
    .join("");
