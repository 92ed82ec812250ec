/** Constants and rules that migrations and contracts both contain have the same values. */
import { describe, expect, test } from "vitest";
import { AVATARS } from "#contracts/avatarLimits.ts";
import { BOARD } from "#contracts/board.ts";
import { splitIntoCaptions } from "#contracts/captionText.ts";
import { CONFIRMATIONS } from "#contracts/confirmationLimits.ts";
import { EMAIL } from "#contracts/email.ts";
import { EMAIL_CHANGE } from "#contracts/emailChangeLimits.ts";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { ERROR_CODES, isErrorCode } from "#contracts/errors.ts";
import { FACTOR_RESETS } from "#contracts/factorResetLimits.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { HOME } from "#contracts/homeLimits.ts";
import { LANGUAGE_CODES } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { message, REACTIONS } from "#contracts/lines.ts";
import { MEASURE_LIMITS } from "#contracts/measures.ts";
import { displayName, meetingCode, moderationRank, wrongCodeCharacter } from "#contracts/meetings.ts";
import { PASSKEYS } from "#contracts/passkeyLimits.ts";
import { PASSWORDS } from "#contracts/passwordLimits.ts";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { PLANS } from "#contracts/planLimits.ts";
import { PLANNING } from "#contracts/planningLimits.ts";
import { PUSH } from "#contracts/pushLimits.ts";
import { CONCURRENCY, QUOTA_SHARES, QUOTAS } from "#contracts/quotas.ts";
import { RETENTION } from "#contracts/retention.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { SESSIONS } from "#contracts/sessionLimits.ts";
import { SIGN_IN } from "#contracts/signInLimits.ts";
import { SMS } from "#contracts/smsLimits.ts";
import { SUMMARY } from "#contracts/summary.ts";
import { WORKSPACES } from "#contracts/workspaceLimits.ts";
import { cleanTerm } from "../../app/glossary/core/cleanTerm.ts";
import { readConfig } from "../../local/config.ts";
import { ROOT } from "../../scripts/lib/paths.ts";
import { account, addMember, join, room, workspaceOf } from "./support/fixtures.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

test("database errors match the catalogue", async () => {
  const rows = await db.admin<{ code: string; status: number }[]>`select code, status from private.errors()`;
  const catalogue = ERROR_CODES.map((code) => [code, errorStatus(code)]);
  expect(rows.map((row) => [row.code, row.status])).toEqual(catalogue);
});

test("every raised code is in the catalogue", async () => {
  const rows = await db.admin<{ source: string }[]>`
    select prosrc as source from pg_proc
    where pronamespace = 'private'::regnamespace and proname <> 'file_types'`;
  const named = rows.flatMap(({ source }) =>
    [...source.matchAll(/'([a-z]+\/[a-z-]+)'/gu)].map((match) => match[1] ?? ""),
  );
  expect(named.length).toBeGreaterThan(20);
  // Auth's name of a way to sign in.
  expect(named.filter((name) => name !== "sso/saml" && !isErrorCode(name))).toEqual([]);
});

test("an unknown code is reported as a bug", async () => {
  await expect(db.admin`select private.raise_error('meeting/on-fire')`).rejects.toMatchObject({
    code: "PT500",
    message: "bug/unexpected",
  });
});

test("database languages match the contract", async () => {
  const [row] = await db.admin<{ languages: string[] }[]>`select private.languages() as languages`;
  expect(row?.languages).toEqual([...LANGUAGE_CODES]);
});

test("database marks match the contract", async () => {
  const [row] = await db.admin<{ marks: string[] }[]>`select private.allowed_reactions() as marks`;
  expect(row?.marks).toEqual([...REACTIONS]);
});

test("moderation ranks match on both sides", async () => {
  const host = await account(db);
  const workspace = await workspaceOf(db, host);
  const place = await room(db, null, host);
  const who = await join(db, place, {}, await account(db));
  for (const role of ["host", "co-host", "guest"] as const)
    for (const member of ["owner", "admin", "member", null] as const) {
      await db.admin`update public.meetings set host = ${role === "host" ? who.id : host.id} where id = ${place.id}`;
      await db.admin`update public.participants set role = ${role} where user_id = ${who.id}`;
      await db.admin`delete from public.workspace_members where workspace_id = ${workspace} and user_id = ${who.id}`;
      if (member !== null) await addMember(db, workspace, who, member);
      const [row] = await db.admin<{ rank: number }[]>`select private.moderation_rank(${who.id}, ${place.id}) as rank`;
      expect({ role, member, rank: row?.rank }).toEqual({ role, member, rank: moderationRank(role, member) });
    }
});

/** Limits that only pages, the Worker or edge functions enforce. */
const ELSEWHERE = [
  "engineTimeoutMs",
  "engineStartDeadlineMs",
  "readerRequestDelayMs",
  "heartbeatIntervalMs",
  "measures.reportIntervalMs",
  "avatars.maxBytes",
  "email.max",
  "ephemeralCaptions",
  "oneTimeCodeDigits",
  "sessionCheckIntervalMs",
];

test("database limits match the contracts", async () => {
  type Bounds = { readonly [name: string]: number | Bounds };
  const flatOf = (bounds: Bounds, within = ""): [string, number][] =>
    Object.entries(bounds).flatMap(([name, bound]) =>
      typeof bound === "number" ? [[`${within}${name}`, bound]] : flatOf(bound, `${within}${name}.`),
    );
  const quotas = Object.entries(QUOTAS).flatMap(([kind, quota]) => flatOf(quota, `${kind}Quota.`));
  const flat = [
    ...flatOf(LIMITS),
    ...flatOf(SERVER_LIMITS),
    ...flatOf(GLOSSARY),
    ...flatOf(HOME),
    ...flatOf(SUMMARY, "summary."),
    ...flatOf(RETENTION, "retention."),
    ...flatOf(EMAIL, "email."),
    ...flatOf(BOARD, "board."),
    ...flatOf(MEASURE_LIMITS, "measures."),
    ...flatOf(CONFIRMATIONS, "confirmations."),
    ...flatOf(WORKSPACES, "workspaces."),
    ...flatOf(SESSIONS, "sessions."),
    ...flatOf(PERSONAL_DATA, "personalData."),
    ...flatOf(PASSWORDS, "passwords."),
    ...flatOf(EMAIL_CHANGE, "emailChange."),
    ...flatOf(PASSKEYS, "passkeys."),
    ...flatOf(FACTOR_RESETS, "factorResets."),
    ...flatOf(SMS, "sms."),
    ...flatOf(SIGN_IN, "signIn."),
    ...flatOf(AVATARS, "avatars."),
    ...flatOf(PLANNING, "planning."),
    ...flatOf(PLANS, "plans."),
    ...flatOf(PUSH, "push."),
    ...quotas,
    ...flatOf(CONCURRENCY, "concurrency."),
    ...flatOf(QUOTA_SHARES, "quotaShares."),
  ];
  const rows = await db.admin<
    { name: string; value: string }[]
  >`select key as name, value from jsonb_each_text(private.limits())`;
  expect(Object.fromEntries(rows.map((row) => [row.name, Number(row.value)]))).toEqual(
    Object.fromEntries(flat.filter(([name]) => !ELSEWHERE.includes(name))),
  );
});

test("sign-in codes match config.toml", async () => {
  const { otp_length, otp_expiry } = (await readConfig(ROOT)).auth.email;
  expect([otp_length, otp_expiry * 1000]).toEqual([LIMITS.oneTimeCodeDigits, SERVER_LIMITS.oneTimeCodeTtlMs]);
});

test("every limit used by a function exists", async () => {
  const rows = await db.admin<{ source: string }[]>`
    select prosrc as source from pg_proc where pronamespace = 'private'::regnamespace`;
  const used = rows.flatMap(({ source }) =>
    [...source.matchAll(/(?:limit_value|limit_interval)\('([\w.]+)'\)/gu)].map(([, name]) => name),
  );
  const defined = await db.admin<{ name: string }[]>`select jsonb_object_keys(private.limits()) as name`;
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !defined.some((bound) => bound.name === name))).toEqual([]);
});

describe("length constraints", () => {
  const CONSTRAINTS = {
    "profiles.display_name": LIMITS.displayName,
    "participants.display_name": LIMITS.displayName,
    "knocks.display_name": LIMITS.displayName,
    "workspaces.name": LIMITS.workspaceName,
    "workspace_invitations.email": WORKSPACES.email,
    "meetings.title": LIMITS.title,
    "meeting_series.cancel_message": { min: 1, ...PLANS.cancelMessage },
    "meeting_series.title": LIMITS.title,
    "series_invitees.email": WORKSPACES.email,
    "lines.text": LIMITS.message,
    "files.name": LIMITS.fileName,
    "file_texts.excerpt": { min: 1, max: BOARD.excerptChars },
    // The limit of captions.
    "lines.kind+text": LIMITS.caption,
    "line_corrections.text": LIMITS.message,
    "line_proposals.text": LIMITS.message,
    "glossary_terms.term": GLOSSARY.term,
    "glossary_terms.note": GLOSSARY.termNote,
    "translations.text": LIMITS.translation,
    "translation_reports.text": LIMITS.translation,
    "summary_sentences.text": SUMMARY.sentenceLength,
  };

  test("match the contracts for every text column", async () => {
    const rows = await db.admin<{ column: string; definition: string }[]>`
      select
        relname || '.' || string_agg(attname, '+' order by attname) as column,
        pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where relnamespace = 'public'::regnamespace and contype = 'c'
        and pg_get_constraintdef(pg_constraint.oid) like '%char_length%'
      group by pg_constraint.oid, relname`;
    const found = rows.map(({ column, definition }) => {
      const [min, max] = [...definition.matchAll(/\d+/gu)].map(([digits]) => Number(digits));
      return [column, { min, max }];
    });
    expect(Object.fromEntries(found)).toEqual(CONSTRAINTS);
  });
});

describe("text cleaning on both sides", () => {
  const NASTY = [
    "",
    " ",
    "Ana",
    "  Ana   María  ",
    "Ana\tMaría\nLópez\r\n",
    "\u202Eevil\u202C \u2066x\u2069",
    "\u200B\u200B",
    "a\u200Db",
    "\u0001\u0085b\u007F",
    "\u00A0 x \u3000\uFEFF",
    "a\u2028b\u2029c",
    "<b>&amp;</b>",
    "👩‍👩‍👧 family",
    "line\r\nbreak\rhere\n\n\ttab  ",
    "\u1680\u2000\u200A\u202F\u205Fmid\u205Fdle\u1680",
    "e\u0301",
    "An\u00ADa\u034F\u061C\u180E",
    "\u3164",
    "\u115F\u1160\uFFA0",
    "\u2800",
    " A\u2800\u2800n ",
    "\u200C",
    "\u200D\uFE0F \u{E0100}",
    "\u206A\u206Fa\uFFF9\uFFFB\u{1D159}\u{1D173}\u{E0001}\u{E0041}",
    "\u0645\u06CC\u200C\u0646\u0627\u200C \u200Cx\u200D",
    "a \u200D b \uFE0Fc",
    "❤\uFE0F\u200D ❤\uFE0F",
    "葛\u{E0100}城",
    `a${"\u200D".repeat(20_000)}b`,
    `a${"\u200D\u200C".repeat(10_000)} b`,
    "x".repeat(70),
    "😀".repeat(61),
  ];

  /** Returns a text as the contract cleans it, whatever the contract decides about its length. */
  const cleaned = (schema: typeof displayName | typeof message, text: string): string => {
    const seen = schema.safeParse(text, { reportInput: true });
    if (seen.success) return seen.data;
    const [issue] = seen.error.issues;
    return String(issue?.input);
  };

  test.each(NASTY)("cleans %j alike", async (text) => {
    const [row] = await db.admin<{ name: string; message: string; term: string }[]>`
      select
        private.clean_name(${text}) as name,
        private.clean_message(${text}) as message,
        private.clean_term(${text}) as term`;
    expect(row?.message).toBe(cleaned(message, text));
    expect(row?.name).toBe(cleaned(displayName, text));
    expect(row?.term).toBe(cleanTerm(text));
  });

  test.each([
    "\u3164",
    "\u2800",
    "\u00AD",
    "\u115F",
    "\u1160",
    "\u200C",
    "\u200D\uFE0F",
    "\u{E0041}",
    "\u061C \u{1D159}",
  ])("%j is invisible and no name", (text) => {
    expect(displayName.safeParse(text).error?.issues).toMatchObject([{ message: "name/empty" }]);
  });

  test.each([
    ...["\u200B", "\u2060", "\u2800", "\u3164", "\u180E", "\u00AD", "\u200E", "\uFFA0", "\u115F", "\u200D", "\uFE0F"],
    ...["\u034F", "\u061C", "\u{E0000}\u{E0041}\u{E007F}", "\u200D\uFE0F\n\u2800 "],
  ])("%j is no line, caption, title or term", async (text) => {
    expect(message.safeParse(text).error?.issues).toMatchObject([{ message: "line/empty" }]);
    expect(splitIntoCaptions(text, "en")).toEqual([]);
    expect(cleanTerm(text)).toBe("");
    const [row] = await db.admin<{ message: string; name: string }[]>`
      select private.clean_message(${text}) as message, private.clean_name(${text}) as name`;
    expect(row).toEqual({ message: "", name: "" });
  });

  test.each([
    "K3F9-2MXA-7QPD",
    " k3f92mxa7qpd\n",
    "oil0-oil0-oil0",
    "k3f9 2mxa 7qpd",
    "k3f9",
    "u3f92mxa7qpd",
    "",
    "k3f92mxa7qpdd",
    "k٣f٩-٢mxa-٧qpd",
    "k۳f۹-۲mxa-۷qpd",
    "k3f9\u20112mxa\u20137qpd",
    "\u200Ek3f9\u22122mxa-7qpd\u200E",
    "\u2066k3f9-2mxa-7qpd\u2069\u200B",
    "ｋ３ｆ９－２ｍｘａ－７ｑｐｄ",
    "k3f9_2mxa-7qpd",
  ])("reads the code %j alike", async (typed) => {
    const [row] = await db.admin<{ code: string | null }[]>`select private.parse_meeting_code(${typed}) as code`;
    expect(row?.code).toBe(meetingCode.safeParse(typed).data ?? null);
  });

  test.each([
    ["k٣f٩\u2011٢mxa\u2013٧qpd", "k3f92mxa7qpd"],
    ["k۳f۹-۲mxa-۷qpd", "k3f92mxa7qpd"],
    ["\u200E ｋ３ｆ９−２ｍｘａ－７ｑｐｄ\u200E", "k3f92mxa7qpd"],
    ["k३f9-2mxa-7qpd", "k3f92mxa7qpd"],
  ])("reads %s as the code %s", (typed, code) => {
    expect(meetingCode.safeParse(typed).data).toBe(code);
  });

  test.each([
    ["k3f9-2mxa-7qp*", "*"],
    ["u3f9-2mxa-7qpd", "u"],
    ["k3f9", null],
    ["oil0-OIL0", null],
    ["ك3f9-2mxa-7qpd", "ك"],
  ])("names in %s the wrong character %s", (typed, character) => {
    expect(wrongCodeCharacter(typed)).toBe(character);
  });
});

// Auth counts these without a key, and each address of an IPv6 /64 as a visitor.
test("an IPv6 network leaves SMS and emails to others", async () => {
  const { sms_sent, email_sent } = (await readConfig(ROOT)).auth.rate_limit;
  const requestsPerHour = 50 * 3_600;
  expect(sms_sent).toBeGreaterThan(requestsPerHour);
  expect(email_sent).toBeGreaterThan(requestsPerHour);
});

test("a network leaves ten times its emails to others", () => {
  expect(SIGN_IN.strangerEmailsOfNetworkInHour * 10).toBeLessThan(SIGN_IN.strangerEmailsInHour);
  expect(SIGN_IN.accountEmailsOfNetworkInHour * 10).toBeLessThan(SIGN_IN.accountEmailsInHour);
});
