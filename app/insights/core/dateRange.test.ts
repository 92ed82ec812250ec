import { describe, expect, test } from "vitest";
import { countByPeriod, dayIn, parseRange } from "./dateRange.ts";

const TODAY = "2026-11-27";
const parse = (search: string) => parseRange(new URLSearchParams(search), TODAY);

describe("parseRange", () => {
  test.each([
    ["", { from: "2026-09-05", until: TODAY, name: "quarter" }],
    ["range=week", { from: "2026-11-21", until: TODAY, name: "week" }],
    ["range=year", { from: "2025-11-28", until: TODAY, name: "year" }],
    ["from=2026-02-01&until=2026-02-28", { from: "2026-02-01", until: "2026-02-28", name: null }],
    ["from=2024-01-01&until=2024-12-31", { from: "2024-01-01", until: "2024-12-31", name: null }],
  ])("reads %j", (search, range) => expect(parse(search)).toEqual(range));

  test.each([
    "range=ever",
    "from=2026-02-30&until=2026-03-01",
    "from=2026-03-02&until=2026-03-01",
    "from=2024-01-01&until=2025-01-01",
    "from=2026-01-01",
    "from=x&until=y",
    "from=-000001-01-01&until=2026-01-01",
  ])("falls back for %j", (search) => expect(parse(search).name).toBe("quarter"));
});

test("dayIn returns the day of the time zone", () => {
  const at = Date.parse("2026-03-01T22:30Z");
  expect([dayIn("UTC", at), dayIn("Asia/Tokyo", at)]).toEqual(["2026-03-01", "2026-03-02"]);
});

describe("countByPeriod", () => {
  const day = (iso: string, calls = 1) => ({ day: iso, calls, seconds: 60 });

  test("lists every day of a month", () => {
    const { period, counts } = countByPeriod({ from: "2026-03-01", until: "2026-03-31" }, [day("2026-03-02", 3)]);
    expect([period, counts.length, counts[0], counts[1]]).toEqual([
      "day",
      31,
      { ...day("2026-03-01", 0), seconds: 0 },
      day("2026-03-02", 3),
    ]);
  });

  test("sums weeks from Monday on", () => {
    // 26 April 2026 is a Sunday.
    const { period, counts } = countByPeriod({ from: "2026-04-01", until: "2026-06-01" }, [
      ...[day("2026-04-26"), day("2026-04-27"), day("2026-05-03", 2)],
    ]);
    expect(period).toBe("week");
    expect(counts.filter(({ calls }) => calls > 0)).toEqual([
      { day: "2026-04-20", calls: 1, seconds: 60 },
      { day: "2026-04-27", calls: 3, seconds: 120 },
    ]);
  });

  test("sums months of a year", () => {
    const { period, counts } = countByPeriod({ from: "2025-11-28", until: TODAY }, [
      day("2026-02-01"),
      day("2026-02-28"),
    ]);
    expect([period, counts.length, counts.find(({ calls }) => calls > 0)]).toEqual([
      ...["month", 13, { day: "2026-02-01", calls: 2, seconds: 120 }],
    ]);
  });
});
