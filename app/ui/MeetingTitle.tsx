import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { MeetingNameView } from "~/lib/meetingTitle.ts";

/** The meeting's title, or `Ana’s meeting`, with the direction of the part that a person wrote. */
export function MeetingTitle({ title, hostName }: MeetingNameView) {
  const t = useMessages();
  if (title !== null) return <bdi>{title}</bdi>;
  return hostName === null ? t("meeting.unnamed") : t.rich("meeting.of", { name: <bdi>{hostName}</bdi> });
}
