/** Emails about sign-ins on new devices. */
import { beforeEach, expect, test } from "vitest";
import { SESSIONS } from "#contracts/sessionLimits.ts";
import { account, type Person, person } from "./support/fixtures.ts";
import { sessionActions } from "./support/sessions.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { record, signIn, signInAtAuth, end } = sessionActions(db);
beforeEach(() => db.admin`delete from private.outbox_emails`);

interface Email {
  readonly recipient: string;
  readonly locale: string;
  readonly payload: Record<string, unknown>;
  readonly due: boolean;
}
const emails = () => db.admin<Email[]>`
  select recipient, locale, payload, next_attempt_at <= now() as due from private.outbox_emails
  where template = 'new-device' order by created_at, key`;

/** Creates an account that signed up days ago and has signed in on its desk. */
async function settled(): Promise<Person> {
  const ana = await account(db);
  await signIn(ana, "desk");
  await db.admin`update auth.users set email_confirmed_at = now() - interval '3 days' where id = ${ana.id}`;
  return ana;
}

test("the first sign-in of an account sends none", async () => {
  await signIn(await account(db));
  expect(await emails()).toEqual([]);
});

test("a guest gets none", async () => {
  const guest = await person(db);
  await signInAtAuth(guest);
  await signInAtAuth(guest);
  expect(await emails()).toEqual([]);
});

test("a new device sends one email, even after it returns", async () => {
  const ana = await settled();
  const phone = await signIn(ana, "phone");
  await end({ ...ana, session: phone.session }, phone.session);
  await signIn(ana, "phone");
  await signIn(ana, "desk");
  const [email, ...more] = await emails();
  expect(more).toEqual([]);
  expect(email).toMatchObject({ recipient: `${ana.id}@parley.example`, locale: "en", due: true });
  expect(email?.payload).toMatchObject({ country: "ES", user_agent: "Chrome", time_zone: null });
});

test("a repeated record of a sign-in withdraws no email", async () => {
  const ana = await settled();
  const phone = await signInAtAuth(ana);
  await record(phone.session, "phone");
  await record(phone.session, "phone");
  expect(await emails()).toHaveLength(1);
});

test("a sign-in that avoids the Worker sends one later", async () => {
  const ana = await settled();
  const thief = await signInAtAuth(ana);
  await end(thief, thief.session);
  expect(await emails()).toMatchObject([{ due: false }]);
  await db.admin`
    update private.outbox_emails
    set next_attempt_at = next_attempt_at - ${SESSIONS.emailDelayMs / 1000} * interval '1 second'`;
  expect(await emails()).toMatchObject([{ due: true }]);
});

test("another person's device is new", async () => {
  const [ana, eve] = [await settled(), await settled()];
  const phone = await signInAtAuth(ana);
  await record(phone.session, `desk of ${eve.id}`);
  expect(await emails()).toHaveLength(1);
});

test("a person gets few in a day", async () => {
  const ana = await settled();
  for (let at = 0; at < SESSIONS.emailsInDay + 5; at += 1) await signIn(ana, `device ${at}`);
  await Promise.all(Array.from({ length: 5 }, () => signInAtAuth(ana)));
  expect(await emails()).toHaveLength(SESSIONS.emailsInDay);
  const ben = await settled();
  await signIn(ben, "phone");
  expect((await emails()).filter(({ recipient }) => recipient.startsWith(ben.id))).toHaveLength(1);
});

test("known devices use up no places", async () => {
  const ana = await settled();
  for (let count = 0; count < SESSIONS.emailsInDay + 1; count += 1) await signIn(ana, "desk");
  await signIn(ana, "phone");
  expect(await emails()).toHaveLength(1);
});

test.each([
  [{ profile: "ar", signUp: "es" }, "ar"],
  [{ profile: null, signUp: "es" }, "es"],
  [{ profile: null, signUp: "<script>" }, "en"],
])("uses the reader's language: %j", async ({ profile, signUp }, locale) => {
  const ana = await settled();
  await db.admin`update public.profiles set ui_locale = ${profile} where id = ${ana.id}`;
  await db.admin`
    update auth.users set raw_user_meta_data = ${db.admin.json({ ui_locale: signUp })} where id = ${ana.id}`;
  await signIn(ana, "phone");
  expect((await emails()).map((email) => email.locale)).toEqual([locale]);
});

test("a failure lets the sign-in pass", async () => {
  const ana = await settled();
  await db.admin`alter table private.outbox_emails rename to lost`;
  try {
    await signInAtAuth(ana);
  } finally {
    await db.admin`alter table private.lost rename to outbox_emails`;
  }
  expect(await db.admin`select from auth.sessions where user_id = ${ana.id}`).toHaveLength(2);
});
