import { expect, test, vi } from "vitest";
import { CONFIRMATION_LANGUAGES } from "#contracts/confirmationTexts.ts";
import { fail, ok } from "#contracts/errors.ts";
import type { LinkedSeries } from "#contracts/plans.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { readAnswerPage, sendAnswer, setEmails } from "./answerPage.server.ts";
import { toAnswerError } from "./answerPageView.ts";
import { ANSWER_TEXTS } from "./server/answerTexts.server.ts";

const TOKEN = "0".repeat(64);
const INVITEE: LinkedSeries["invitee"] = {
  ...{ name: "Haruka", reads: "ja", zone: "Asia/Tokyo", answer: "none", proposal: null },
};
const linkedWith = (more: Partial<LinkedSeries> = {}): LinkedSeries => ({
  ...{ title: "Semillas", language: "es", agenda: ["Orden"], organizer_name: "Inés", workspace_name: "Market" },
  ...{ code: "k3f92mxa7qpd", cancelled: false, over: false, invitee: INVITEE, emails: true },
  times: { start: "2026-04-23T16:30", zone: "Europe/London", length_minutes: 60, rule: null },
  next: [{ starts_at: "2026-04-23T15:30:00+00:00", ends_at: "2026-04-23T16:30:00+00:00" }],
  ...more,
});

async function read(more: Partial<LinkedSeries> = {}, query = "") {
  const rpc = fakeRpc({ series_by_link: () => ok(linkedWith(more)) });
  return (await readAnswerPage({ rpc }, { token: TOKEN }, new Request(`https://a.example/answer/x${query}`))).view;
}

test("shows the plan in the invitee's language and zone", async () => {
  const { language, texts, plan } = await read();
  expect([language, texts.yes]).toEqual(["ja", ANSWER_TEXTS.ja.yes]);
  expect(plan).toMatchObject({
    title: { text: "Semillas", language: "es" },
    inviter: "Inésさんからの招待",
    zone: "Asia/Tokyo",
    // Half past midnight of the next day.
    proposal: "2026-04-24T00:30",
    proposed: null,
    chosen: null,
    enter: "/m/k3f9-2mxa-7qpd?language=ja",
  });
  expect(plan?.dates[0]?.text).toContain("4月24日");
});

test("highlights the answer of the link until it is stored", async () => {
  const chosenBy = async (query: string, answer: LinkedSeries["invitee"]["answer"] = "none") =>
    (await read({ invitee: { ...INVITEE, answer } }, query)).plan?.chosen;
  expect(await chosenBy("?language=ja&answer=maybe")).toBe("maybe");
  expect(await chosenBy("?language=ja&answer=maybe", "no")).toBe("maybe");
  expect(await chosenBy("?language=ja&answer=maybe", "maybe")).toBeNull();
  for (const query of ["", "?answer=", "?answer=none", "?answer=YES", "?answer=<b>"])
    expect(await chosenBy(query)).toBeNull();
});

test("uses the plan's zone for an unknown one", async () => {
  const { plan } = await read({ invitee: { ...INVITEE, zone: "Mars/Olympus" } });
  expect([plan?.zone, plan?.proposal]).toEqual(["Europe/London", "2026-04-23T16:30"]);
  const { plan: none } = await read({ invitee: { ...INVITEE, zone: null }, next: [] });
  expect(none?.zone).toBe("Europe/London");
});

test("shows a proposal in the zone of the page", async () => {
  const proposal = { start: "2026-04-23T12:00", zone: "Europe/London" };
  const { plan } = await read({ invitee: { ...INVITEE, reads: "en", answer: "no", proposal } });
  expect(plan).toMatchObject({ answer: "no", proposal: "2026-04-23T20:00" });
  expect(plan?.proposed).toMatch(/^You proposed Thursday, April 23, 2026.* 8:00.PM\.$/u);
});

test("offers no entrance to a meeting that is closed", async () => {
  expect((await read({ invitee: { ...INVITEE, reads: null } })).plan?.enter).toBe("/m/k3f9-2mxa-7qpd");
  expect((await read({ cancelled: true })).plan).toMatchObject({ closed: "cancelled", enter: null });
  expect((await read({ over: true, code: null })).plan).toMatchObject({ closed: "over", enter: null });
});

test("explains a refused link in the language of the email", async () => {
  const rpc = fakeRpc({ series_by_link: () => fail("plan/link-refused") });
  const visit = (token: string, query: string) =>
    readAnswerPage({ rpc }, { token }, new Request(`https://a.example/answer/x${query}`));
  expect(await visit(TOKEN, "?language=ar")).toMatchObject({ status: 410, view: { dir: "rtl", plan: null } });
  expect(await visit("x", "?language=zh-Hant")).toMatchObject({ status: 410, view: { language: "zh" } });
});

test("throws other errors for the boundary", async () => {
  const rpc = fakeRpc({ series_by_link: () => fail("network/timeout") });
  const page = readAnswerPage({ rpc }, { token: TOKEN }, new Request("https://a.example/"));
  await expect(page).rejects.toMatchObject({ data: { code: "network/timeout" } });
});

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test("sends an answer, with a proposal if there is one", async () => {
  const answer_series_by_link = vi.fn(() => ok(linkedWith()));
  const rpc = fakeRpc({ answer_series_by_link });
  expect(await sendAnswer({ rpc }, { token: TOKEN }, formOf({ answer: "yes" }))).toBeNull();
  const proposal = { answer: "no", start: "2026-04-24T09:00", zone: "Asia/Tokyo" };
  expect(await sendAnswer({ rpc }, { token: TOKEN }, formOf(proposal))).toBeNull();
  expect(answer_series_by_link.mock.calls).toEqual([
    [{ p_token: TOKEN, p_reply: "yes" }],
    [{ p_token: TOKEN, p_reply: "no", p_start: "2026-04-24T09:00", p_zone: "Asia/Tokyo" }],
  ]);
});

test("sends nothing for a malformed token or answer", async () => {
  const answer_series_by_link = vi.fn(() => ok(linkedWith()));
  const rpc = fakeRpc({ answer_series_by_link });
  expect(await sendAnswer({ rpc }, { token: "x" }, formOf({ answer: "yes" }))).toBe("plan/link-refused");
  for (const answer of ["none", "", "YES"])
    expect(await sendAnswer({ rpc }, { token: TOKEN }, formOf({ answer }))).toBe("request/invalid");
  expect(answer_series_by_link).not.toHaveBeenCalled();
});

test("switches emails off and on", async () => {
  const set_series_emails = vi.fn(() => ok(null));
  const rpc = fakeRpc({ set_series_emails });
  expect(await setEmails({ rpc }, { token: TOKEN }, false)).toBeNull();
  expect(await setEmails({ rpc }, { token: TOKEN }, true)).toBeNull();
  expect(await setEmails({ rpc }, { token: "x" }, true)).toBe("plan/link-refused");
  expect(set_series_emails.mock.calls).toEqual([[{ p_token: TOKEN, p_on: false }], [{ p_token: TOKEN, p_on: true }]]);
});

test("names each error that the page explains", () => {
  expect(toAnswerError("meeting/ended")).toBe("over");
  expect(toAnswerError("request/rate-limited")).toBe("tooMany");
  expect(toAnswerError("bug/unexpected")).toBe("failed");
});

test("has the same places in the texts of all languages", () => {
  const placesOf = (code: keyof typeof CONFIRMATION_LANGUAGES) =>
    Object.entries(ANSWER_TEXTS[code]).map(([key, text]) => [key, text.match(/\{[a-z]+\}/gu) ?? []]);
  for (const code of Object.keys(ANSWER_TEXTS).filter((name) => Object.hasOwn(CONFIRMATION_LANGUAGES, name)))
    expect(Object.fromEntries(placesOf(code as "en"))).toEqual(Object.fromEntries(placesOf("en")));
});
