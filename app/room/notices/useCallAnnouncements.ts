import { useEffect, useRef, useState } from "react";
import type { TFunction } from "~/i18n/createTFunction.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { announcementsFor, type CallAnnouncement } from "../core/callAnnouncements.ts";
import type { ParticipantView } from "../core/participantView.ts";

/** Returns the text for a live region. `people` is null before joining; the first list is not announced. */
export function useCallAnnouncements(people: readonly ParticipantView[] | null): string {
  const t = useMessages();
  const previousPeople = useRef<readonly ParticipantView[] | null>(null);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    if (people === null) return;
    const previous = previousPeople.current;
    previousPeople.current = people;
    if (previous === null) return;
    const announcements = announcementsFor(previous, people);
    if (announcements.length > 0)
      setAnnouncement(`${announcements.map((item) => announcementText(t, item)).join(". ")}.`);
  }, [people, t]);
  return announcement;
}

function announcementText(t: TFunction, announcement: CallAnnouncement): string {
  const { name } = announcement;
  switch (announcement.kind) {
    case "came":
      return t("call.joined", { name });
    case "gone":
      return t("call.gone", { name });
    case "hand":
      return t("call.handUp", { name });
    case "shares":
      return t("call.shares", { name });
    case "shares-no-more":
      return t("call.sharesNoMore", { name });
    case "reaction":
      return t("call.reacted", { name, emoji: announcement.emoji });
    default:
      return announcement satisfies never;
  }
}
