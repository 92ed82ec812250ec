/** The call core's snapshots as the components show them. */
import type { Participant } from "#contracts/meetings.ts";
import { raisedHands } from "../../call/participants.ts";
import type { DevicesSnapshot } from "../../devices/devices.ts";
import type { CallView, TileParticipant } from "./callView.ts";
import type { ParticipantView } from "./participantView.ts";

/** Everyone in the call, with as much of them as one's mode takes. */
export function buildParticipantViews({
  people,
  participants,
  mode,
}: Pick<CallView, "people" | "participants" | "mode">): readonly ParticipantView[] {
  const hands = raisedHands(participants.values()).map(({ user_id }) => user_id);
  return people.map((person) => {
    const view = buildParticipantView(person, hands.indexOf(person.participant.user_id));
    // Of a picture that is not taken the last one would stay.
    return mode === "all" || person.isMe ? view : { ...view, camera: false };
  });
}

/** `hand`: place in line from 0, -1 for none. */
const buildParticipantView = (person: TileParticipant, hand: number): ParticipantView => ({
  id: person.participant.user_id,
  number: person.participant.number,
  name: person.participant.display_name,
  isMe: person.isMe,
  speaks: person.participant.speaks,
  reads: person.participant.reads,
  stream: person.stream,
  connection: person.problem === null ? person.connection : "failed",
  // What nobody could tell yet is not told as off.
  microphone: person.microphone ?? true,
  camera: person.camera,
  muted: person.participant.muted,
  speaking: person.speaking && !person.participant.muted,
  screen: person.screen,
  quality: person.quality === "good" ? null : person.quality,
  hand: hand < 0 ? null : hand + 1,
  reaction: person.reaction,
});

/** Oneself on the way in: as the door knows one. */
export const localPreviewView = (
  { user_id, number, display_name, speaks, reads, muted }: Participant,
  { preview, microphone, camera, speaking }: DevicesSnapshot,
): ParticipantView => ({
  id: user_id,
  number,
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
