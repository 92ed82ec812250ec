import type { Participant } from "#contracts/meetings.ts";
import { raisedHands } from "../../call/participants.ts";
import type { DevicesSnapshot } from "../../devices/devices.ts";
import type { CallView, TileParticipant } from "./callView.ts";
import type { ParticipantView } from "./participantView.ts";

/** Everybody in the call. The other media modes receive no remote video, so remote cameras then count as off. */
export function buildParticipantViews({
  people,
  participants,
  mode,
}: Pick<CallView, "people" | "participants" | "mode">): readonly ParticipantView[] {
  const hands = raisedHands(participants.values()).map(({ user_id }) => user_id);
  return people.map((person) => {
    const view = buildParticipantView(person, hands.indexOf(person.participant.user_id));
    // Otherwise the last frame would stay visible.
    return mode === "all" || person.isMe ? view : { ...view, camera: false };
  });
}

/** `handIndex`: place in the queue from 0; -1: no raised hand. */
const buildParticipantView = (person: TileParticipant, handIndex: number): ParticipantView => ({
  id: person.participant.user_id,
  number: person.participant.number,
  colour: person.participant.colour,
  name: person.participant.display_name,
  isMe: person.isMe,
  speaks: person.participant.speaks,
  reads: person.participant.reads,
  stream: person.stream,
  connection: person.problem === null ? person.connection : "failed",
  // Unknown counts as on.
  microphone: person.microphone ?? true,
  camera: person.camera,
  muted: person.participant.muted,
  speaking: person.speaking && !person.participant.muted,
  screen: person.screen,
  quality: person.quality === "good" ? null : person.quality,
  hand: handIndex < 0 ? null : handIndex + 1,
  reaction: person.reaction,
});

/** The local participant while joining, from the data of the pre-join page. */
export const localPreviewView = (
  { user_id, number, colour, display_name, speaks, reads, muted }: Participant,
  { preview, microphone, camera, speaking }: DevicesSnapshot,
): ParticipantView => ({
  id: user_id,
  number,
  colour,
  name: display_name,
  isMe: true,
  speaks,
  reads,
  stream: preview,
  connection: "connected",
  microphone: microphone.name === "live",
  camera: camera.name === "live",
  muted,
  speaking,
  screen: null,
  quality: null,
  hand: null,
  reaction: null,
});
