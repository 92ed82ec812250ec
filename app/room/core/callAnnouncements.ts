/** What somebody who does not look at the call should hear of: the difference of two moments. */
import type { ParticipantView } from "./participantView.ts";

export type CallAnnouncement =
  | { readonly kind: "came" | "gone" | "hand" | "shares" | "shares-no-more"; readonly name: string }
  | { readonly kind: "reaction"; readonly name: string; readonly emoji: string };

type AnnouncedParticipant = Pick<ParticipantView, "id" | "name" | "isMe" | "hand" | "reaction"> & {
  readonly screen: unknown;
};

/** Of others, in the order in which it is said. What one does oneself is seen on the control that was pressed. */
export function announcementsFor(
  previous: readonly AnnouncedParticipant[],
  current: readonly AnnouncedParticipant[],
): readonly CallAnnouncement[] {
  const previousById = new Map(previous.map((person) => [person.id, person]));
  const currentIds = new Set(current.map(({ id }) => id));
  const others = current.filter(({ isMe }) => !isMe);
  return [
    ...others.filter(({ id }) => !previousById.has(id)).map(({ name }) => ({ kind: "came", name }) as const),
    ...previous
      .filter(({ id, isMe }) => !isMe && !currentIds.has(id))
      .map(({ name }) => ({ kind: "gone", name }) as const),
    ...others.flatMap((person) => changesOfParticipant(previousById.get(person.id), person)),
  ];
}

function changesOfParticipant(
  previous: AnnouncedParticipant | undefined,
  { name, hand, screen, reaction }: AnnouncedParticipant,
): CallAnnouncement[] {
  const announcements: CallAnnouncement[] = [];
  if (hand !== null && previous !== undefined && previous.hand === null) announcements.push({ kind: "hand", name });
  if (screen !== null && (previous === undefined || previous.screen === null))
    announcements.push({ kind: "shares", name });
  if (screen === null && previous !== undefined && previous.screen !== null)
    announcements.push({ kind: "shares-no-more", name });
  if (reaction !== null && previous?.reaction !== reaction)
    announcements.push({ kind: "reaction", name, emoji: reaction });
  return announcements;
}
