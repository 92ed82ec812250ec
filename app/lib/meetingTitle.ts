import type { Translator } from "~/i18n/translate.ts";

/** The parts of a meeting's name. */
export interface MeetingNameView {
  readonly title: string | null;
  /** The name of the host. Null if it is unknown or hidden from the reader. */
  readonly hostName: string | null;
}

/** Returns the title, or `Ana’s meeting`. For plain text; `MeetingTitle` renders it in a page. */
export const meetingTitle = (t: Translator, { title, hostName }: MeetingNameView): string =>
  title ?? (hostName === null ? t("meeting.unnamed") : t("meeting.of", { name: hostName }));
