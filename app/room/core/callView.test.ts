import { expect, test } from "vitest";
import type { CallSnapshot } from "../../call/call.ts";
import type { CallParticipant } from "../../call/participants.ts";
import { createStore } from "../../lib/store.ts";
import { INITIAL_REMOTE_MEDIA, type LiveCaption } from "../../webrtc/transport.ts";
import { createCallView, createTypingNames } from "./callView.ts";

const person = (name: string, more: Partial<CallParticipant> = {}): CallParticipant => ({
  ...INITIAL_REMOTE_MEDIA,
  participant: {
    ...{ user_id: name, number: 1, role: "guest", admission: "admitted", display_name: name },
    ...{ speaks: "en", reads: "en", muted: false, hand: null, captioner: null },
  },
  peerId: `${name}'s peer`,
  isMe: name === "me",
  ...more,
});

const SAYING: LiveCaption = { id: "line", language: "es", text: "Hola", final: false, speaker: null };

const NOBODY: CallSnapshot = {
  ...{ state: { name: "connected" }, meeting: null, callId: "call", joinedSeq: 0, startedAt: null, me: null, rank: 0 },
  ...{ people: [], participants: new Map(), lobby: [], mode: "all", poorConnection: false },
};

test("words under way, typing and reading draw nothing anew", () => {
  const [me, ana] = [person("me"), person("ana")];
  const call = createStore<CallSnapshot>({ ...NOBODY, people: [me, ana] });
  const view = createCallView(call);
  const before = view.getSnapshot();
  const under: Partial<CallParticipant>[] = [{ typing: true }, { liveCaption: SAYING }, { readingLineId: "line" }];
  for (const words of under) call.set({ ...call.getSnapshot(), people: [me, { ...ana, ...words }] });
  expect(view.getSnapshot()).toBe(before);
});

test("whoever speaks is another face, and everyone else the same", () => {
  const [me, ana, ben] = [person("me"), person("ana"), person("ben")];
  const call = createStore<CallSnapshot>({ ...NOBODY, people: [me, ana, ben] });
  const view = createCallView(call);
  const before = view.getSnapshot();
  call.set({ ...call.getSnapshot(), people: [me, { ...ana, speaking: true }, ben] });
  const after = view.getSnapshot();
  expect(after.people.map((face, at) => face === before.people[at])).toEqual([true, false, true]);
  expect(after.people[1]?.speaking).toBe(true);
  expect(after.presentUserIds).toBe(before.presentUserIds);
});

const line = (seq: number, author: string, kind: "chat" | "speech" = "chat") => ({ seq, author, kind });

function writing(...names: string[]) {
  const people = ["me", "ana", "ben"].map((name) => person(name, { typing: names.includes(name) }));
  return { ...NOBODY, people };
}

test("who writes is named, oneself not", () => {
  const call = createStore<CallSnapshot>(writing("me"));
  const typists = createTypingNames(call, createStore({ lines: [] }));
  expect(typists.getSnapshot()).toEqual([]);
  call.set(writing("me", "ana"));
  expect(typists.getSnapshot()).toEqual(["ana"]);
});

test("a line takes the sign of its author away, and of nobody else; who writes on after it is named again", () => {
  const call = createStore<CallSnapshot>(writing("ana", "ben"));
  const timeline = createStore({ lines: [line(1, "ana")] });
  const typists = createTypingNames(call, timeline);
  let told = 0;
  typists.subscribe(() => (told += 1));
  expect(typists.getSnapshot()).toEqual(["ana", "ben"]);
  timeline.set({ lines: [line(1, "ana"), line(2, "ana", "speech")] });
  expect(typists.getSnapshot()).toEqual(["ana", "ben"]);
  timeline.set({ lines: [line(1, "ana"), line(2, "ana", "speech"), line(3, "ana"), line(4, "me")] });
  expect(typists.getSnapshot()).toEqual(["ben"]);
  expect(told).toBe(2);
  call.set(writing("ben"));
  call.set(writing("ana", "ben"));
  expect(typists.getSnapshot()).toEqual(["ana", "ben"]);
});
