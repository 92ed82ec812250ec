import { expect, test } from "vitest";
import type { Participant } from "#contracts/meetings.ts";
import type { CallParticipant } from "../../call/participants.ts";
import { INITIAL_REMOTE_MEDIA } from "../../webrtc/transport.ts";
import { buildParticipantViews } from "./buildParticipantViews.ts";
import type { CallView } from "./callView.ts";

const participant = (name: string, more: Partial<Participant> = {}): Participant => ({
  user_id: name,
  number: 1,
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
  const all = [...people.map((one) => one.participant), ...absent];
  const participants = new Map(all.map((one) => [one.user_id, one]));
  return buildParticipantViews({ people, participants, mode: "all", ...more });
};

test("hands have their places among all of the meeting, those included who are away for a moment", () => {
  const seen = views(
    [person(participant("ana", { hand: 9 })), person(participant("ben")), person(participant("me", { hand: 3 }))],
    {},
    [participant("cy", { hand: 5 }), participant("eve", { hand: 1, admission: "removed" })],
  );
  expect(seen.map(({ name, hand }) => [name, hand])).toEqual([
    ["ana", 3],
    ["ben", null],
    ["me", 1],
  ]);
});

test("where pictures are not taken, the others' cameras are as if off, whatever they say; one's own is as it is", () => {
  const people = [person(participant("ana"), { camera: true }), person(participant("me"), { camera: true })];
  const cameras = (mode: CallView["mode"]) => views(people, { mode }).map(({ camera }) => camera);
  expect([cameras("all"), cameras("sound"), cameras("text")]).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
});

test("the muted are not shown as speaking, and a line is told of only where it is not good", () => {
  const [ana, ben] = views([
    person(participant("ana", { muted: true }), { speaking: true, quality: "good" }),
    person(participant("ben"), { speaking: true, quality: "poor" }),
  ]);
  expect(ana).toMatchObject({ muted: true, speaking: false, quality: null });
  expect(ben).toMatchObject({ speaking: true, quality: "poor" });
});

test("a connection with a problem has failed, for the eye", () => {
  const [ana] = views([person(participant("ana"), { connection: "connecting", problem: "network/media-failed" })]);
  expect(ana?.connection).toBe("failed");
});

test("a microphone of which nothing is known yet is not said to be off, a camera not on: its picture is shown when it comes", () => {
  const seen = [null, true, false].map((known) =>
    views([person(participant("ana"), { microphone: known, camera: known })]),
  );
  expect(seen.flat().map(({ microphone, camera }) => [microphone, camera])).toEqual([
    [true, null],
    [true, true],
    [false, false],
  ]);
});

test("a person is the same one after their page was loaded again: what is pinned is them", () => {
  const ids = (peerId: string) => views([person(participant("ana"), { peerId })]).map(({ id }) => id);
  expect(ids("before")).toEqual(ids("after"));
});
