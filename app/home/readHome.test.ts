import { expect, test } from "vitest";
import type { HomeMeeting, HomeOutcome } from "#contracts/account.ts";
import { toLiveMeetingView, toMeetingView, toOutcomeView } from "./readHome.server.ts";

const ines = { number: 1, colour: 4, display_name: "Inés", speaks: "es", reads: "es" } as const;
const tom = { number: 2, colour: 9, display_name: "Tom", speaks: "en", reads: "es" } as const;
const NOW = Date.parse("2026-04-14T10:12:20Z");
const meeting: HomeMeeting = {
  meeting_id: "a0000000-0000-4000-8000-000000000000",
  code: "k3f92mxa7qpd",
  title: null,
  host_name: "Inés",
  role: "host",
  ended: false,
  inside: 1,
  last_call_at: null,
  last_call: null,
  created_at: "2026-04-14T10:00:00Z",
  people: [ines, tom].map((person) => ({ ...person, avatar: null })),
  people_count: 7,
};

test("lists each language once and counts hidden people", () => {
  expect(toMeetingView(meeting, NOW)).toMatchObject({
    code: "k3f9-2mxa-7qpd",
    languages: [{ code: "es", name: "Español", dir: "ltr" }, { code: "en" }],
    more: 5,
    met: false,
  });
});

test("replaces faces that do not fit by a number", () => {
  const crowd = [1, 2, 3, 4, 5].map((number) => ({ ...tom, avatar: null, number }));
  expect(toMeetingView({ ...meeting, people: crowd, people_count: 5 }, NOW)).toMatchObject({
    faces: { length: 3 },
    more: 2,
  });
  expect(toMeetingView({ ...meeting, people: crowd.slice(1), people_count: 4 }, NOW)).toMatchObject({
    faces: { length: 4 },
    more: 0,
  });
});

test("dates a meeting by its last call", () => {
  const met = toMeetingView({ ...meeting, last_call_at: "2026-05-01T10:00:00Z" }, NOW);
  expect(met).toMatchObject({ met: true, at: "2026-05-01T10:00:00Z" });
});

test("shows the pictures of people inside whom the list names", () => {
  const avatar = meeting.meeting_id;
  const known = { ...meeting, people: [{ ...tom, avatar }], people_count: 1 };
  expect(toLiveMeetingView(toMeetingView(known, NOW), [tom, ines], NOW)?.faces).toMatchObject([
    { name: "Tom", avatar },
    { name: "Inés", avatar: null },
  ]);
});

test("shows the people inside, not all participants", () => {
  expect(toLiveMeetingView(toMeetingView(meeting, NOW), [tom], NOW)).toMatchObject({
    faces: [{ number: 2, colour: 9, name: "Tom" }],
    inside: 1,
    minutes: 12,
    languages: [{ code: "en" }, { code: "es" }],
  });
});

test("is live unless the lookup finds it empty", () => {
  expect(toLiveMeetingView(toMeetingView(meeting, NOW), [], NOW)).toBeNull();
  expect(toLiveMeetingView(toMeetingView(meeting, NOW), null, NOW)).toMatchObject({ inside: 1, faces: [] });
});

test("counts the minutes of the last call", () => {
  const call = { id: meeting.meeting_id, started_at: "2026-04-14T09:00:00Z", decisions: 2, tasks: 4, open_tasks: 1 };
  const ended = { ...call, ended_at: "2026-04-14T09:52:10Z" };
  expect(toMeetingView({ ...meeting, last_call: ended }, NOW).lastCall).toMatchObject({ minutes: 52, decisions: 2 });
  const going = { ...call, ended_at: null };
  expect(toMeetingView({ ...meeting, last_call: going }, NOW).lastCall).toMatchObject({ minutes: 72 });
});

test("shows an outcome in the language that the user reads", () => {
  const outcome: HomeOutcome = {
    line_id: "b0000000-0000-4000-8000-000000000000",
    meeting_id: meeting.meeting_id,
    call_id: "c0000000-0000-4000-8000-000000000000",
    kind: "decision",
    mine: false,
    who: null,
    language: "es",
    text: "el lunes",
    translation: "on Monday",
    reads: "en",
  };
  const shown = toOutcomeView(outcome, [toMeetingView(meeting, NOW)]);
  expect(shown).toMatchObject([
    { text: "on Monday", language: { code: "en" }, from: "es", meeting: { hostName: "Inés" } },
  ]);
  expect(shown[0]?.path).toMatch(/^\/meetings\/a0.*\/calls\/c0.*#line-b0/u);
  const original = toOutcomeView({ ...outcome, translation: null }, [toMeetingView(meeting, NOW)]);
  expect(original).toMatchObject([{ text: "el lunes", language: { code: "es" }, from: null }]);
});
