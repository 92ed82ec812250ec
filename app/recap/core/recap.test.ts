import { expect, test } from "vitest";
import type { Mark } from "#contracts/lines.ts";
import { shownLine } from "../../../tests/fakes/shownLine.ts";
import { WEB_ADDRESS_CASES } from "../../../tests/fakes/webAddressCases.ts";
import type { TranscriptLine } from "../../transcripts/transcriptLine.ts";
import { computeTalkTimes, countOutcomes, extractLinks, groupMarks, toDurationUnit } from "./recap.ts";

const line = (id: string, part: Partial<TranscriptLine> = {}) => shownLine({ id, text: id, ...part });
const marked = (id: string, mark: Partial<Mark>) =>
  line(id, { mark: { kind: "task", who: null, done: false, by: null, ...mark } });

test("computeTalkTimes sums by person and by language", () => {
  const talk = computeTalkTimes([
    { user_id: "ana", language: "ca", seconds: 60 },
    { user_id: "bob", language: "en", seconds: 100 },
    { user_id: "ana", language: "en", seconds: 40 },
  ]);
  expect(talk.people).toEqual([
    {
      ...{ id: "ana", seconds: 100, share: 0.5 },
      languages: [
        { language: "ca", seconds: 60 },
        { language: "en", seconds: 40 },
      ],
    },
    { id: "bob", seconds: 100, share: 0.5, languages: [{ language: "en", seconds: 100 }] },
  ]);
  expect(talk.languages).toEqual([
    { language: "en", seconds: 140, share: 0.7 },
    { language: "ca", seconds: 60, share: 0.3 },
  ]);
});

test("computeTalkTimes names nobody to readers who did not attend", () => {
  const talk = computeTalkTimes([
    { user_id: null, language: "es", seconds: 30 },
    { user_id: null, language: "en", seconds: 10 },
  ]);
  expect(talk).toEqual({
    people: [],
    languages: [
      { language: "es", seconds: 30, share: 0.75 },
      { language: "en", seconds: 10, share: 0.25 },
    ],
  });
});

test("computeTalkTimes returns no share without talk time", () => {
  expect(computeTalkTimes([])).toEqual({ people: [], languages: [] });
  expect(computeTalkTimes([{ user_id: "ana", language: "en", seconds: 0 }]).people[0]?.share).toBe(0);
});

test.each([
  [0, "seconds", 0],
  [59, "seconds", 59],
  [60, "minutes", 1],
  [89, "minutes", 1],
  [3_600, "minutes", 60],
] as const)("toDurationUnit formats %d seconds in %s: %d", (seconds, unit, count) => {
  expect(toDurationUnit(seconds)).toEqual({ unit, count });
});

test("groupMarks separates answered questions and puts completed tasks last", () => {
  const groups = groupMarks([
    marked("done", { done: true }),
    marked("decided", { kind: "decision" }),
    line("plain"),
    marked("open", { kind: "question" }),
    marked("todo", { who: "bob" }),
    marked("answered", { kind: "question", done: true }),
  ]);
  const ids = Object.fromEntries(Object.entries(groups).map(([group, lines]) => [group, lines.map(({ id }) => id)]));
  expect(ids).toEqual({ decisions: ["decided"], tasks: ["todo", "done"], open: ["open"], answered: ["answered"] });
});

test("countOutcomes counts open tasks and questions as open", () => {
  const lines = [
    marked("decided", { kind: "decision" }),
    marked("done", { done: true }),
    marked("todo", {}),
    marked("asked", { kind: "question" }),
    marked("answered", { kind: "question", done: true }),
    line("plain"),
  ];
  expect(countOutcomes(lines)).toEqual({ decisions: 1, tasks: 2, open: 2 });
});

test("computeTalkTimes returns shares that add up", () => {
  const seconds = [15, 15, 5, 5];
  const { people, languages } = computeTalkTimes(
    seconds.map((time, index) => ({
      user_id: `p${index}`,
      language: (["en", "es", "ja", "ar"] as const)[index] ?? "en",
      seconds: time,
    })),
  );
  for (const shares of [people, languages]) expect(shares.map(({ share }) => share)).toEqual([0.38, 0.38, 0.12, 0.12]);
});

test.each(WEB_ADDRESS_CASES)("extractLinks finds in %j the addresses %j", (text, addresses) => {
  const hrefs = addresses.map((address) => new URL(address.startsWith("www.") ? `https://${address}` : address).href);
  expect(extractLinks([line("l", { text })]).all.map(({ href }) => href)).toEqual(hrefs);
});

test("extractLinks removes duplicates and returns the real host", () => {
  const { all: links } = extractLinks([
    line("first", { text: "https://museo.example/grupos", at: 5 }),
    line("again", { text: "https://MUSEO.example/grupos y https://bank.example@evil.example/login" }),
    line("odd", { text: "https://аpple.example" }),
  ]);
  expect(links).toMatchObject([
    { host: "museo.example", rest: "/grupos", lineId: "first", at: 5 },
    { host: "evil.example", rest: "/login" },
    { host: "xn--pple-43d.example", rest: "" },
  ]);
});

test("extractLinks bounds the links of one person and of all", () => {
  const many = (id: string, author: string) =>
    line(id, { author, text: Array.from({ length: 250 }, (_, at) => `http://a.b/${id}${at}`).join(" ") });
  const links = extractLinks([many("x", "eve"), line("own", { author: "ana", text: "https://museo.example" })]);
  expect([links.all.length, links.all.at(-1)?.host, links.complete]).toEqual([51, "museo.example", false]);
  const all = extractLinks(["a", "b", "c", "d", "e"].map((name) => many(name, name)));
  expect([all.all.length, all.complete]).toEqual([200, false]);
});
