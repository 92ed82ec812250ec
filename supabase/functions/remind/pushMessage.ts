/** The message that a device shows, in the reader's language and zone. The service worker `public/push-worker.js` reads it. */
import { CONFIRMATION_LANGUAGES, confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { formatMeetingCode } from "../_shared/contracts/meetings.ts";
import type { LeasedPush } from "./pushStore.ts";
import { PUSH_TEXTS } from "./pushTexts.ts";

type PushContent = Pick<LeasedPush, "kind" | "topic" | "title" | "workspace" | "code" | "reads" | "zone" | "starts_at">;

export function pushText({ kind, topic, title, workspace, code, reads, zone, starts_at }: PushContent): string {
  const lang = confirmationLanguage(reads);
  const { dir, tag } = CONFIRMATION_LANGUAGES[lang];
  return JSON.stringify({
    title: fillText(PUSH_TEXTS[lang][kind], { title }),
    body: `${momentOf(tag, zone, Date.parse(starts_at))} · ${workspace}`,
    ...{ lang, dir, tag: topic, kind },
    path: `/m/${formatMeetingCode(code)}`,
  });
}

/** The database may accept zones that are newer than this runtime: then the time is in UTC, with its name. */
function momentOf(tag: string, zone: string, at: number): string {
  const parts = { weekday: "long", hour: "numeric", minute: "2-digit", calendar: "gregory" } as const;
  try {
    return new Intl.DateTimeFormat(tag, { ...parts, timeZone: zone }).format(at);
  } catch {
    return new Intl.DateTimeFormat(tag, { ...parts, timeZone: "UTC", timeZoneName: "short" }).format(at);
  }
}
