/** Emails about planned meetings: ten languages, zones, calendar files, hostile texts. */
import assert from "node:assert/strict";
import { CONFIRMATION_LANGUAGES, CONFIRMATION_TEXTS } from "../_shared/contracts/confirmationTexts.ts";
import { readCalendar } from "../_shared/planning/ics/read.ts";
import { PLAN_TEXTS } from "../send-emails/planTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const FROM = "parley@parley.example";
const TOKEN = "0".repeat(64);
const SERIES = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const LINK = `${ORIGIN}/answer/${TOKEN}?language=ja`;
const TIMES = {
  ...{ start: "2027-03-15T09:00", zone: "Europe/Madrid", length_minutes: 60, rule: { freq: "weekly", count: 5 } },
};
const payloadWith = (over: object = {}) => ({
  ...{ kind: "invitation", first: true, token: TOKEN, series_id: SERIES, sequence: 3 },
  ...{ stamp: "2027-03-16T08:00:00+00:00", title: "Reparto de tareas", language: "es", agenda: ["Agua", "Turnos"] },
  ...{ times: TIMES, overrides: [], organizer: "Marta", workspace: "Huerto", code: "k3f92mxa7qpd", name: null },
  ...{ address: "kenji@parley.example", answer: "none", reads: "ja", zone: "Asia/Tokyo" },
  ...over,
});
const render = (over: object = {}, origin: string | null = ORIGIN, from: string | null = FROM) =>
  renderEmail({ template: "plan", locale: "en", payload: payloadWith(over) }, origin, from);

/** Returns the calendar file with whole lines, and its type. */
function fileOf(email: ReturnType<typeof render>) {
  const [file, ...others] = email?.attachments ?? [];
  assert.ok(file && others.length === 0);
  const bytes = Uint8Array.from(atob(file.content), (character) => character.charCodeAt(0));
  return { ...file, bytes, text: new TextDecoder().decode(bytes).replaceAll("\r\n ", "") };
}

const moved = { key: "2027-03-29T09:00", kind: "moved", by: "person", start: "2027-03-30T18:00", length_minutes: 60 };
const cancelled = { key: "2027-03-22T09:00", kind: "cancelled", by: "person" };

Deno.test("plan email: has the next times in the reader's language and zone", () => {
  const email = render();
  assert.equal(email?.subject, "招待：Reparto de tareas");
  for (const body of [email?.text ?? "", email?.html ?? ""]) {
    // 9:00 in Madrid, where the clocks change on 28 March. The first occurrence is over.
    for (const part of ["2027年3月22日", "17:00", "2027年3月29日", "16:00", "Asia/Tokyo", "Marta", "Huerto", "Agua"])
      assert.ok(body.includes(part), `${part} in ${body}`);
    assert.ok(!body.includes("3月15日"), body);
  }
  const arabic = render({ reads: "ar", zone: "Africa/Cairo" });
  assert.ok(arabic?.html.includes('dir="rtl"') && arabic.html.includes('lang="es" dir="ltr"'));
});

Deno.test("plan email: has links to answer, to join and to stop", () => {
  const email = render();
  for (const link of [
    `${LINK}&answer=yes`,
    `${LINK}&answer=no`,
    `${LINK}&answer=maybe`,
    `${LINK}#propose`,
    `${LINK}#stop`,
  ])
    assert.ok(email?.text.includes(link) && email.html.includes(link.replaceAll("&", "&amp;")), link);
  assert.ok(email?.text.includes(`${ORIGIN}/m/k3f9-2mxa-7qpd?language=ja`));
  assert.deepEqual(email?.headers, { "List-Unsubscribe": `<${LINK}#stop>` });
});

Deno.test("plan email: exists in ten languages", () => {
  const reads = ["en", "es", "ar", "fr", "de", "pt", "uk", "hi", "zh-Hans", "ja"];
  assert.equal(Object.keys(CONFIRMATION_LANGUAGES).length, reads.length);
  for (const [at, texts] of Object.values(PLAN_TEXTS).entries())
    for (const over of [
      { kind: "invitation" },
      { kind: "update", organizer: null },
      { kind: "cancellation" },
      { kind: "occurrence", key: moved.key, overrides: [moved] },
      { kind: "occurrence", key: cancelled.key, overrides: [cancelled] },
    ]) {
      const email = render({ reads: reads[at], ...over });
      assert.ok(email?.html.includes(texts.reason), reads[at]);
      assert.ok(!/[{}]/u.test(email?.text ?? "{"), email?.text);
      assert.ok(email?.text.includes(Object.values(CONFIRMATION_TEXTS)[at]?.stop ?? "?"));
    }
  assert.ok(render({ reads: "sw" })?.html.includes(PLAN_TEXTS.en.reason));
});

Deno.test("plan email: attaches the series with its method", () => {
  const file = fileOf(render({ overrides: [cancelled, moved] }));
  assert.deepEqual([file.filename, file.content_type], ["invite.ics", "text/calendar; charset=utf-8; method=REQUEST"]);
  for (const line of [
    "METHOD:REQUEST",
    `UID:${SERIES}`,
    "SEQUENCE:3",
    "DTSTAMP:20270316T080000Z",
    "TZID:Europe/Madrid",
    'ORGANIZER;CN="Marta":mailto:parley@parley.example',
    'ATTENDEE;CN="kenji@parley.example";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:kenji@parley.example',
    "RECURRENCE-ID;TZID=Europe/Madrid:20270329T090000",
  ])
    assert.ok(file.text.includes(`${line}\r\n`), `${line} in ${file.text}`);
  const read = readCalendar(file.bytes, "REQUEST");
  assert.ok("meetings" in read);
  assert.deepEqual(read.meetings[0]?.plan, TIMES);
  assert.deepEqual(read.meetings[0]?.overrides, [cancelled, moved]);
});

Deno.test("plan email: attaches one changed occurrence alone", () => {
  const email = render({ kind: "occurrence", key: moved.key, overrides: [cancelled, moved] });
  const file = fileOf(email);
  assert.equal(file.text.match(/BEGIN:VEVENT/gu)?.length, 1);
  assert.ok(file.text.includes("RECURRENCE-ID;TZID=Europe/Madrid:20270329T090000\r\n"));
  assert.ok(!file.text.includes("RRULE:FREQ=WEEKLY"));
  // 18:00 in Madrid instead of 9:00.
  for (const part of ["2027年3月31日", "1:00", "2027年3月29日", "16:00"])
    assert.ok(email?.text.includes(part), email?.text);
});

Deno.test("plan email: cancels one occurrence alone", () => {
  const email = render({ kind: "occurrence", key: cancelled.key, overrides: [cancelled, moved] });
  const file = fileOf(email);
  assert.equal(file.content_type, "text/calendar; charset=utf-8; method=CANCEL");
  assert.ok(file.text.includes("METHOD:CANCEL\r\n") && file.text.includes("STATUS:CANCELLED\r\n"));
  assert.ok(!email?.text.includes("answer=yes") && !email?.text.includes("/m/"));
});

Deno.test("plan email: cancels the series, also without a link", () => {
  const email = render({ kind: "cancellation", token: null, sequence: 4 });
  const file = fileOf(email);
  assert.ok(file.text.includes("METHOD:CANCEL\r\n") && file.text.includes("SEQUENCE:4\r\n"));
  assert.ok(!email?.text.includes("/answer/") && !email?.html.includes("/answer/"));
  assert.equal(email?.headers, undefined);
});

Deno.test("plan email: has the organizer's message in its language", () => {
  const message = "Perdón:\nestoy enferma <b> https://evil.example";
  for (const over of [
    { kind: "cancellation", token: null },
    { kind: "occurrence", key: cancelled.key, overrides: [cancelled] },
    { kind: "update" },
  ]) {
    const email = render({ ...over, message, reads: "ar" });
    assert.ok(email?.text.includes("Perdón:\nestoy enferma"), email?.text);
    assert.match(email?.html ?? "", /<blockquote lang="es" dir="ltr"[^>]*>Perdón:\nestoy enferma &lt;b&gt;/u);
    assert.ok(!email?.text.includes("https://evil.example"));
    assert.ok(!render({ ...over, message: null })?.html.includes("blockquote"));
  }
});

Deno.test("plan email: is the same each time", () => {
  assert.deepEqual(render(), render());
});

Deno.test("plan email: keeps hostile texts as texts", () => {
  const hostile = '<img src=x onerror="alert(1)">\r\nATTENDEE:mailto:victim@parley.example https://evil.example {name}';
  const email = render({ title: hostile, organizer: hostile, workspace: hostile, agenda: [hostile], name: hostile });
  assert.ok(!email?.html.includes("<img") && !email?.text.includes("https://evil.example"));
  assert.ok(!/[\r\n]/u.test(email?.subject ?? ""));
  assert.ok(!fileOf(email).text.includes("\r\nATTENDEE:mailto:victim"));
});

Deno.test("plan email: needs an origin, a sender and its payload", () => {
  assert.equal(render({}, null), null);
  assert.equal(render({}, ORIGIN, null), null);
  for (const over of [
    { token: "../x" },
    { code: "a/b" },
    { kind: "occurrence" },
    { kind: "occurrence", key: "2027-03-23T09:00" },
    { times: { ...TIMES, rule: { freq: "secondly" } } },
    { stamp: "yesterday" },
  ])
    assert.equal(render(over), null, JSON.stringify(over));
});

Deno.test("plan email: has a time for a zone that is missing here", () => {
  const email = render({ zone: "Mars/Olympus_Mons" });
  assert.ok(email?.text.includes("UTC"));
});

Deno.test("plan email: attaches 400 rotated hours", () => {
  const times = { ...TIMES, rule: { freq: "daily", count: 400 } };
  const start = Date.parse("2027-03-15T09:00Z");
  const overrides = Array.from({ length: 400 }, (_none, day) => {
    const key = new Date(start + day * 86_400_000).toISOString().slice(0, 16);
    return { key, kind: "moved", by: "rotation", start: key.replace("T09", "T17"), length_minutes: 60 };
  });
  const file = fileOf(render({ times, overrides }));
  assert.equal(file.text.match(/BEGIN:VEVENT/gu)?.length, 401);
});

const renderReminder = (over: object = {}, origin: string | null = ORIGIN) =>
  renderEmail(
    {
      template: "plan-reminder",
      locale: "en",
      payload: {
        ...payloadWith({ kind: "day" }),
        ...{ starts_at: "2027-03-29T07:00:00+00:00", ends_at: "2027-03-29T08:00:00+00:00" },
        ...over,
      },
    },
    origin,
  );

Deno.test("plan reminder: has time and links, and no file", () => {
  const day = renderReminder();
  assert.equal(day?.subject, "リマインダー：Reparto de tareas");
  for (const part of [
    "2027年3月29日",
    "16:00",
    `${LINK}&answer=no`,
    `${LINK}#stop`,
    `${ORIGIN}/m/k3f9-2mxa-7qpd?language=ja`,
  ])
    assert.ok(day?.text.includes(part) && day.html.includes(part.replaceAll("&", "&amp;")), part);
  assert.equal(day?.attachments, undefined);
  const soon = renderReminder({ kind: "soon" });
  assert.equal(soon?.subject, "まもなく開始：Reparto de tareas");
  assert.ok(!soon?.text.includes("answer=no") && soon?.text.includes("/m/k3f9-2mxa-7qpd?language=ja"));
  assert.equal(renderReminder({}, null), null);
  assert.equal(renderReminder({ kind: "invitation" }), null);
});

Deno.test("plan email: reaches beyond the 400th occurrence", () => {
  const times = { ...TIMES, start: "2025-03-15T09:00", rule: { freq: "daily" } };
  assert.ok(render({ times })?.text.includes("2027年3月16日"));
  const file = fileOf(render({ times, kind: "occurrence", key: moved.key, overrides: [moved] }));
  assert.ok(file.text.includes("RECURRENCE-ID;TZID=Europe/Madrid:20270329T090000\r\n"));
  assert.ok(
    fileOf(render({ times, overrides: [moved] })).text.includes("DTSTART;TZID=Europe/Madrid:20270330T180000\r\n"),
  );
});
