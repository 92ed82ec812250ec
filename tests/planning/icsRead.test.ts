/** Files of other programs, broken ones and hostile ones. */
import { describe, expect, test } from "vitest";
import { readCalendar } from "../../supabase/functions/_shared/planning/ics/read.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (...lines: string[]) =>
  bytes(["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n"));
const START = "DTSTART;TZID=Europe/Madrid:20270315T090000";
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1@other.example", ...lines, "END:VEVENT"];
const one = (...lines: string[]) => file(...event(...lines));
const first = (read: ReturnType<typeof readCalendar>) => ("meetings" in read ? read.meetings[0] : read);

describe("an imported meeting", () => {
  test("has local time, zone, length, rule and exceptions", () => {
    const read = readCalendar(
      file(
        "METHOD:REQUEST",
        ...event(
          START,
          "DTEND;TZID=Europe/Madrid:20270315T094500",
          "RRULE:FREQ=WEEKLY;COUNT=4",
          "SUMMARY:One\\, two",
          "EXDATE:20270322T080000Z",
        ),
        ...event("RECURRENCE-ID:20270329T070000Z", "DTSTART:20270329T150000Z", "DURATION:PT1H"),
      ),
      "request",
    );
    expect(read).toEqual({
      meetings: [
        {
          uid: "1@other.example",
          title: "One, two",
          description: "",
          plan: {
            start: "2027-03-15T09:00",
            zone: "Europe/Madrid",
            length_minutes: 45,
            rule: { freq: "weekly", count: 4 },
          },
          overrides: [
            { key: "2027-03-22T09:00", kind: "cancelled", by: "person" },
            { key: "2027-03-29T09:00", kind: "moved", by: "person", start: "2027-03-29T17:00", length_minutes: 60 },
          ],
        },
      ],
    });
  });

  test("in UTC stays in UTC", () => {
    expect(first(readCalendar(one("DTSTART:20270315T090000Z", "DURATION:PT30M")))).toMatchObject({
      plan: { start: "2027-03-15T09:00", zone: "UTC", length_minutes: 30 },
    });
  });

  test("has its length across a change of clocks", () => {
    const read = readCalendar(
      one("DTSTART;TZID=Europe/Madrid:20270328T013000", "DTEND;TZID=Europe/Madrid:20270328T033000"),
    );
    expect(first(read)).toMatchObject({ plan: { length_minutes: 60 } });
  });

  test("may be folded within a character", () => {
    const text = bytes(
      ["BEGIN:VCALENDAR", ...event(START, "DURATION:PT1H", "SUMMARY:日本"), "END:VCALENDAR"].join("\r\n"),
    );
    const place = new TextDecoder("latin1").decode(text).indexOf("SUMMARY:") + 9;
    const folded = new Uint8Array([...text.subarray(0, place), 13, 10, 32, ...text.subarray(place)]);
    expect(first(readCalendar(folded))).toMatchObject({ title: "日本" });
  });

  test("may have a byte order mark and LF line ends", () => {
    const text = `\uFEFF${new TextDecoder().decode(one(START, "DURATION:PT1H")).replaceAll("\r", "")}`;
    expect(first(readCalendar(bytes(text)))).toMatchObject({ uid: "1@other.example" });
  });

  test("may have a quoted zone and alarms", () => {
    const alarm = ["BEGIN:VALARM", "TRIGGER:-PT15M", "ACTION:DISPLAY", "END:VALARM"];
    const read = readCalendar(one('DTSTART;TZID="Europe/Madrid":20270315T090000', "DURATION:P1D", ...alarm));
    expect(first(read)).toMatchObject({ plan: { length_minutes: 1_440 } });
  });
});

describe("a file is rejected", () => {
  const HOUR = "DURATION:PT1H";
  const refused: [string, Uint8Array, string][] = [
    ["with a frequency below a day", one(START, HOUR, "RRULE:FREQ=SECONDLY"), "frequency"],
    ["with a million occurrences", one(START, HOUR, "RRULE:FREQ=DAILY;COUNT=1000000"), "rule"],
    ["with a rule that has no day", one(START, HOUR, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "rule"],
    ["with further dates", one(START, HOUR, "RDATE:20270316T090000Z"), "rule"],
    [
      "with a change of all later ones",
      file(
        ...event(START, HOUR, "RRULE:FREQ=DAILY"),
        ...event("RECURRENCE-ID;RANGE=THISANDFUTURE:20270316T080000Z", START, HOUR),
      ),
      "rule",
    ],
    ["with an end before the start", one(START, "DTEND;TZID=Europe/Madrid:20270315T080000"), "length"],
    ["with no length", one(START), "length"],
    ["with a negative duration", one(START, "DURATION:-PT1H"), "length"],
    ["with a length of a week", one(START, "DURATION:P1W"), "length"],
    ["with end and duration", one(START, HOUR, "DTEND:20270315T100000Z"), "malformed"],
    ["with two starts", one(START, START, HOUR), "malformed"],
    ["with a whole day", one("DTSTART;VALUE=DATE:20270315"), "all-day"],
    ["with the year 1900", one("DTSTART:19000315T090000Z", HOUR), "time"],
    ["with the year 9999", one("DTSTART:99990315T090000Z", HOUR), "time"],
    ["with a day that does not exist", one("DTSTART:20270230T090000Z", HOUR), "time"],
    ["with a zone that does not exist", one("DTSTART;TZID=Mars/Olympus:20270315T090000", HOUR), "zone"],
    ["without a zone", one("DTSTART:20270315T090000", HOUR), "zone"],
    ["with another method than its type", file("METHOD:PUBLISH", ...event(START, HOUR)), "method"],
    ["without the method of its type", file(...event(START, HOUR)), "method"],
    [
      "with 10,000 meetings",
      file(...Array.from({ length: 10_000 }, (_none, place) => ["BEGIN:VEVENT", `UID:${place}`, "END:VEVENT"]).flat()),
      "too-many",
    ],
    ["with a line of a megabyte", one(START, HOUR, `DESCRIPTION:${"x".repeat(1_000_000)}`), "too-large"],
    ["with a folded line of a megabyte", one(START, HOUR, `DESCRIPTION:${"x\r\n ".repeat(400_000)}`), "too-large"],
    ["with 100,000 lines", file(...Array.from({ length: 100_000 }, () => "X:1")), "too-large"],
    ["beyond two megabytes", file("X".repeat(2_000_001)), "too-large"],
    ["with deep components", file(...Array.from({ length: 1_000 }, () => "BEGIN:X")), "malformed"],
    ["with the end of another component", file("BEGIN:VEVENT", "END:VTODO"), "malformed"],
    ["that is cut off", one(START, HOUR).subarray(0, 60), "malformed"],
    ["with the same meeting twice", file(...event(START, HOUR), ...event(START, HOUR)), "malformed"],
    ["without a meeting", file("BEGIN:VTODO", "END:VTODO"), "no-meeting"],
    ["without a start", one(HOUR), "malformed"],
    ["with a line that is none", one(START, HOUR, "no colon"), "malformed"],
    ["that is empty", bytes(""), "malformed"],
    ["that is an image", new Uint8Array([0x89, 0x50, 0x4e, 0x47]), "malformed"],
  ];

  test.each(refused)("%s", (_name, content, fault) => {
    expect(readCalendar(content, fault === "method" ? "REQUEST" : null)).toEqual({ fault });
  });

  test("with a cancellation", () => {
    expect(readCalendar(file("METHOD:CANCEL", ...event(START, HOUR)))).toEqual({ fault: "cancellation" });
  });

  /** A file of a hundred meetings. */
  const hundred = (rule: string) =>
    file(
      ...Array.from({ length: 100 }, (_none, place) => [
        ...["BEGIN:VEVENT", `UID:${place}`, START, HOUR],
        ...[`RRULE:${rule}`, "END:VEVENT"],
      ]).flat(),
    );

  test("with rules that look at too many days", () => {
    const list = (length: number) => Array.from({ length }, (_none, index) => index).join(",");
    const everyMinute = `BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${list(24)};BYMINUTE=${list(60)}`;
    const before = process.cpuUsage();
    for (const rule of [`FREQ=YEARLY;${everyMinute};BYSETPOS=-1`, "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29"])
      expect(readCalendar(hundred(rule))).toEqual({ fault: "too-many" });
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  test("not with a hundred endless series", () => {
    for (const rule of ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY"])
      expect(readCalendar(hundred(rule))).toHaveProperty("meetings.length", 100);
  });

  test("within seconds, whatever it holds", () => {
    const worst = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO,TU,WE,TH,FR,SA,SU";
    const before = process.cpuUsage();
    expect(readCalendar(hundred(worst))).toHaveProperty("meetings.length", 100);
    readCalendar(one(START, HOUR, `X${Array.from({ length: 10_000 }, (_none, place) => `;A${place}=1`).join("")}:1`));
    readCalendar(one(START, HOUR, `X;A=${'"'.repeat(90_000)}`));
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});
