import { expect, test } from "vitest";
import type { HomeMeeting } from "#contracts/account.ts";
import { toLiveMeetingView, toMeetingView } from "./readHome.server.ts";

const ines = { number: 1, display_name: "Inés", speaks: "es", reads: "es" } as const;
const tom = { number: 2, display_name: "Tom", speaks: "en", reads: "es" } as const;
const meeting: HomeMeeting = {
  meeting_id: "a0000000-0000-4000-8000-000000000000",
  code: "k3f92mxa7qpd",
  title: null,
  role: "host",
  ended: false,
  inside: 1,
  last_call_at: null,
  created_at: "2026-04-14T10:00:00Z",
  people: [ines, tom],
  people_count: 7,
};

test("lists each language once and counts hidden people", () => {
  expect(toMeetingView(meeting)).toMatchObject({
    code: "k3f9-2mxa-7qpd",
    languages: [{ code: "es", name: "Español", dir: "ltr" }, { code: "en" }],
    more: 5,
    met: false,
  });
});

test("replaces faces that do not fit by a number", () => {
  const crowd = [1, 2, 3, 4, 5].map((number) => ({ ...tom, number }));
  expect(toMeetingView({ ...meeting, people: crowd, people_count: 5 })).toMatchObject({
    faces: { length: 3 },
    more: 2,
  });
  expect(toMeetingView({ ...meeting, people: crowd.slice(1), people_count: 4 })).toMatchObject({
    faces: { length: 4 },
    more: 0,
  });
});

test("dates a meeting by its last call", () => {
  const met = toMeetingView({ ...meeting, last_call_at: "2026-05-01T10:00:00Z" });
  expect(met).toMatchObject({ met: true, at: "2026-05-01T10:00:00Z" });
});

test("shows the people inside, not all participants", () => {
  expect(toLiveMeetingView(toMeetingView(meeting), [tom])).toMatchObject({
    faces: [{ number: 2, name: "Tom" }],
    inside: 1,
    languages: [{ code: "en" }, { code: "es" }],
  });
});

test("is live unless the lookup finds it empty", () => {
  expect(toLiveMeetingView(toMeetingView(meeting), [])).toBeNull();
  expect(toLiveMeetingView(toMeetingView(meeting), null)).toMatchObject({ inside: 1, faces: [] });
});
