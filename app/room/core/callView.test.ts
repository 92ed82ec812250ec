import { describe, expect, test } from "vitest";
import type { CallSnapshot } from "../../call/callSnapshot.ts";
import type { CallParticipant } from "../../call/participants.ts";
import { createStore } from "../../lib/store.ts";
import { INITIAL_REMOTE_MEDIA, type LiveCaption } from "../../webrtc/transport.ts";
import { createCallView, createTypingNames } from "./callView.ts";

const person = (name: string, more: Partial<CallParticipant> = {}): CallParticipant => ({
  ...INITIAL_REMOTE_MEDIA,
  participant: {
    ...{ user_id: name, number: 1, colour: 1, role: "guest", admission: "admitted", display_name: name },
    ...{ speaks: "en", reads: "en", muted: false, hand: null, captioner: null },
  },
  peerId: `${name}'s peer`,
  isMe: name === "me",
  ...more,
});

const INTERIM: LiveCaption = { id: "line", language: "es", text: "Hola", final: false, speaker: null };

const EMPTY_CALL: CallSnapshot = {
  ...{ state: { name: "connected" }, meeting: null, callId: "call", joinedSeq: 0, startedAt: null, me: null, rank: 0 },
  ...{
    people: [],
    participants: new Map(),
    waitingParticipants: [],
    waitsUnattended: false,
    mode: "all",
    poorConnection: false,
  },
};

describe("call view", () => {
  test("ignores interim captions, typing and reading", () => {
    const [me, ana] = [person("me"), person("ana")];
    const call = createStore<CallSnapshot>({ ...EMPTY_CALL, people: [me, ana] });
    const view = createCallView(call);
    const before = view.getSnapshot();
    const changes: Partial<CallParticipant>[] = [{ typing: true }, { liveCaption: INTERIM }, { readingLineId: "line" }];
    for (const change of changes) call.set({ ...call.getSnapshot(), people: [me, { ...ana, ...change }] });
    expect(view.getSnapshot()).toBe(before);
  });

  test("replaces only the changed participant", () => {
    const [me, ana, ben] = [person("me"), person("ana"), person("ben")];
    const call = createStore<CallSnapshot>({ ...EMPTY_CALL, people: [me, ana, ben] });
    const view = createCallView(call);
    const before = view.getSnapshot();
    call.set({ ...call.getSnapshot(), people: [me, { ...ana, speaking: true }, ben] });
    const after = view.getSnapshot();
    expect(after.people.map((each, index) => each === before.people[index])).toEqual([true, false, true]);
    expect(after.people[1]?.speaking).toBe(true);
    expect(after.presentUserIds).toBe(before.presentUserIds);
  });

  const line = (seq: number, author: string, kind: "chat" | "speech" = "chat") => ({ seq, author, kind });

  function typingCall(...names: string[]) {
    const people = ["me", "ana", "ben"].map((name) => person(name, { typing: names.includes(name) }));
    return { ...EMPTY_CALL, people };
  }

  test("names remote participants who type", () => {
    const call = createStore<CallSnapshot>(typingCall("me"));
    const typingNames = createTypingNames(call, createStore({ lines: [] }));
    expect(typingNames.getSnapshot()).toEqual([]);
    call.set(typingCall("me", "ana"));
    expect(typingNames.getSnapshot()).toEqual(["ana"]);
  });

  test("removes an author's name with their new line", () => {
    const call = createStore<CallSnapshot>(typingCall("ana", "ben"));
    const timeline = createStore({ lines: [line(1, "ana")] });
    const typingNames = createTypingNames(call, timeline);
    let notifications = 0;
    typingNames.subscribe(() => (notifications += 1));
    expect(typingNames.getSnapshot()).toEqual(["ana", "ben"]);
    timeline.set({ lines: [line(1, "ana"), line(2, "ana", "speech")] });
    expect(typingNames.getSnapshot()).toEqual(["ana", "ben"]);
    timeline.set({ lines: [line(1, "ana"), line(2, "ana", "speech"), line(3, "ana"), line(4, "me")] });
    expect(typingNames.getSnapshot()).toEqual(["ben"]);
    expect(notifications).toBe(2);
    call.set(typingCall("ben"));
    call.set(typingCall("ana", "ben"));
    expect(typingNames.getSnapshot()).toEqual(["ana", "ben"]);
  });
});
