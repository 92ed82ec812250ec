import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { FeedOccurrence } from "#contracts/plans.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { sendFeed } from "./sendFeed.server.ts";

const TOKEN = "0".repeat(64);
const WEEKLY: FeedOccurrence = {
  ...{ series_id: "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01", key: "2027-03-29T09:00", sequence: 3 },
  ...{ title: "Reparto, 会議", agenda: ["Agua"], organizer_name: "Marta", code: "k3f92mxa7qpd" },
  ...{ starts_at: "2027-03-29T07:00:00+00:00", ends_at: "2027-03-29T08:00:00+00:00" },
};

async function feed(file: string, answer: Result<{ occurrences: FeedOccurrence[] }>) {
  const asked: unknown[] = [];
  const anonymousRpc = fakeRpc({
    feed_by_link: (args) => {
      asked.push(args);
      return answer;
    },
  });
  const request = new Request(`https://parley.example/calendar/feed/${file}`);
  const response = await sendFeed({ anonymousRpc }, { file }, request);
  return { response, text: await response.text(), asked };
}

describe("the feed", () => {
  test("has the occurrences as an independent parser reads them", async () => {
    const { response, text, asked } = await feed(`${TOKEN}.ics`, ok({ occurrences: [WEEKLY] }));
    expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(asked).toEqual([{ p_token: TOKEN }]);
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent")[0]);
    expect(event.startDate.toJSDate().toISOString()).toBe("2027-03-29T07:00:00.000Z");
    expect(event.endDate.toJSDate().toISOString()).toBe("2027-03-29T08:00:00.000Z");
    expect(event.summary).toBe(WEEKLY.title);
    expect(event.description).toBe("Marta\nAgua\nhttps://parley.example/m/k3f9-2mxa-7qpd");
  });

  test("is gone for a token that is malformed or refused", async () => {
    for (const file of ["x.ics", `${TOKEN}0.ics`, `${TOKEN}.ics.ics`, ""]) {
      const { response, asked } = await feed(file, ok({ occurrences: [] }));
      expect([response.status, asked]).toEqual([410, []]);
    }
    expect((await feed(`${TOKEN}.ics`, fail("plan/link-refused"))).response.status).toBe(410);
  });

  test("is not gone while the database does not answer", async () => {
    const { response, text } = await feed(`${TOKEN}.ics`, fail("network/timeout"));
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(text).toBe("");
  });
});
