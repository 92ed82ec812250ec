import { describe, expect, test } from "vitest";
import type { Participant } from "#contracts/meetings.ts";
import type { CallParticipant } from "../../call/participants.ts";
import { INITIAL_REMOTE_MEDIA } from "../../webrtc/transport.ts";
import { buildParticipantViews } from "./buildParticipantViews.ts";
import type { CallView } from "./callView.ts";

const participant = (name: string, more: Partial<Participant> = {}): Participant => ({
  user_id: name,
  number: 1,
  colour: 1,
  role: "guest",
  admission: "admitted",
  display_name: name,
  speaks: "en",
  reads: "en",
  muted: false,
  hand: null,
  captioner: null,
  ...more,
});

const person = (of: Participant, more: Partial<CallParticipant> = {}): CallParticipant => ({
  ...INITIAL_REMOTE_MEDIA,
  connection: "connected",
  participant: of,
  peerId: `${of.user_id}'s peer`,
  isMe: of.user_id === "me",
  ...more,
});

const views = (
  people: readonly CallParticipant[],
  more: Partial<CallView> = {},
  absent: readonly Participant[] = [],
) => {
  const all = [...people.map((person) => person.participant), ...absent];
  const participants = new Map(all.map((each) => [each.user_id, each]));
  return buildParticipantViews({ people, participants, mode: "all", ...more });
};

describe("participant views", () => {
  test("number raised hands, including those of absent participants", () => {
    const shown = views(
      [person(participant("ana", { hand: 9 })), person(participant("ben")), person(participant("me", { hand: 3 }))],
      {},
      [participant("cy", { hand: 5 }), participant("eve", { hand: 1, admission: "removed" })],
    );
    expect(shown.map(({ name, hand }) => [name, hand])).toEqual([
      ["ana", 3],
      ["ben", null],
      ["me", 1],
    ]);
  });

  test("show remote cameras as off in reduced modes", () => {
    const people = [person(participant("ana"), { camera: true }), person(participant("me"), { camera: true })];
    const cameras = (mode: CallView["mode"]) => views(people, { mode }).map(({ camera }) => camera);
    expect([cameras("all"), cameras("sound"), cameras("text")]).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
  });

  test("show neither muted speakers nor good connections", () => {
    const [ana, ben] = views([
      person(participant("ana", { muted: true }), { speaking: true, quality: "good" }),
      person(participant("ben"), { speaking: true, quality: "poor" }),
    ]);
    expect(ana).toMatchObject({ muted: true, speaking: false, quality: null });
    expect(ben).toMatchObject({ speaking: true, quality: "poor" });
  });

  test("show a connection with a problem as failed", () => {
    const [ana] = views([person(participant("ana"), { connection: "connecting", problem: "network/media-failed" })]);
    expect(ana?.connection).toBe("failed");
  });

  test("show an unknown microphone as on and camera as unknown", () => {
    const shown = [null, true, false].map((state) =>
      views([person(participant("ana"), { microphone: state, camera: state })]),
    );
    expect(shown.flat().map(({ microphone, camera }) => [microphone, camera])).toEqual([
      [true, null],
      [true, true],
      [false, false],
    ]);
  });

  test("keep their id after a page reload", () => {
    const ids = (peerId: string) => views([person(participant("ana"), { peerId })]).map(({ id }) => id);
    expect(ids("before")).toEqual(ids("after"));
  });
});
