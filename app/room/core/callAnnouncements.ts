/** Announcements for screen readers, from the difference between two states of a call. */
import type { ParticipantView } from "./participantView.ts";

export type CallAnnouncement =
  | { readonly kind: "came" | "gone" | "hand" | "shares" | "shares-no-more"; readonly name: string }
  | { readonly kind: "reaction"; readonly name: string; readonly emoji: string };

type AnnouncedParticipant = Pick<ParticipantView, "id" | "name" | "isMe" | "hand" | "reaction"> & {
  readonly screen: unknown;
};

/** Returns changes of remote participants only: controls show the local participant's own actions. */
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
