/**
 * Who may call which function, and what another's ids in its arguments get them: every function × persona. Each try is
 * rolled back. The functions come from pg_catalog, so one that nobody thought about fails here.
 */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { ERRORS, isErrorCode } from "#contracts/errors.ts";
import { type Argument, type Caller, call, houseForFile } from "./support/house.ts";
import { everybody, PERSONAS, personas, type Row, type Scene } from "./support/personas.ts";

const house = houseForFile();
let scene: Scene;
beforeAll(async () => {
  scene = await personas(house);
});

/** `denied`: the role may not call it. Else the code of the catalogue. */
type Outcome = "done" | "denied" | keyof typeof ERRORS;
const signedIn = (outcome: Outcome, but: Partial<Row<Outcome>> = {}): Row<Outcome> =>
  everybody(outcome, { anon: "denied", service: "denied", ...but });
const ACCOUNTS = ["stranger", "member", "admin", "owner"] as const;
const accounts = (outcome: Outcome): Partial<Row<Outcome>> =>
  Object.fromEntries(ACCOUNTS.map((persona) => [persona, outcome]));

interface Act {
  name: string;
  /** What the test names it by, when the function stands here more than once. */
  about?: string;
  args: () => Record<string, Argument>;
  outcomes: Row<Outcome>;
}

const ofMeeting = () => ({ meeting_id: scene.meeting.id });
function ofPerson(persona: "waiting" | "removed" | "stranger" | "admitted" | "host") {
  const caller = scene.callers[persona];
  if (caller.role !== "authenticated") throw new Error(`${persona} is no user`);
  return { ...ofMeeting(), user_id: caller.id };
}

/** What is for those who lead the meeting: who takes part hears which role it needs. */
const led = (outcome: Outcome, needed: Outcome = "role/moderator-needed"): Row<Outcome> =>
  signedIn("meeting/not-entered", {
    ...{ outside: needed, admitted: needed, earlier: needed, removed: "meeting/removed" },
    ...{ host: outcome, admin: outcome, owner: outcome },
  });

const ACTS: Act[] = [
  { name: "health", args: () => ({}), outcomes: everybody<Outcome>("done", { service: "denied" }) },
  {
    name: "find_meeting",
    args: () => ({ code: scene.meeting.code }),
    outcomes: everybody<Outcome>("done", { service: "denied" }),
  },
  { name: "home", args: () => ({}), outcomes: signedIn("done") },
  { name: "read_profile", args: () => ({}), outcomes: signedIn("done") },
  { name: "update_profile", args: () => ({ display_name: "Eve" }), outcomes: signedIn("done") },
  {
    name: "create_meeting",
    about: "with another's id",
    args: () => ({ id: scene.meeting.id }),
    outcomes: signedIn("request/not-allowed", { host: "done" }),
  },
  {
    name: "knock",
    args: () => ({ code: scene.meeting.code, display_name: "Eve", speaks: "en", reads: "en" }),
    outcomes: signedIn("done", { removed: "meeting/removed" }),
  },
  {
    name: "enter_call",
    about: "without knocking",
    args: () => ({ meeting_id: scene.meeting.id, peer_id: randomUUID() }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "enter_call",
    about: "as another's peer",
    args: () => ({ meeting_id: scene.meeting.id, peer_id: scene.peer }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "request/not-allowed", earlier: "request/not-allowed", host: "request/not-allowed" },
      ...{ admitted: "done", removed: "meeting/removed" },
    }),
  },
  ...["heartbeat", "leave_call"].map(
    (name): Act => ({
      name,
      about: "of another's peer",
      args: () => ({ call_id: scene.second, peer_id: scene.peer }),
      outcomes: signedIn("meeting/not-entered", {
        ...{ outside: "request/not-allowed", earlier: "request/not-allowed", host: "request/not-allowed" },
        ...{ admitted: "done", removed: "meeting/removed" },
      }),
    }),
  ),
  {
    name: "post_line",
    about: "into a call",
    args: () => ({ id: randomUUID(), call_id: scene.second, language: "es", text: "hola" }),
    // A member reads what was said; to speak, one enters.
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", removed: "meeting/removed" }),
  },
  {
    name: "post_line",
    about: "under another's id",
    args: () => ({ id: scene.line, call_id: scene.second, language: "es", text: "hola" }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "line/conflict", admitted: "line/conflict", earlier: "line/conflict" },
      ...{ host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "changes",
    args: () => ({ meeting_id: scene.meeting.id, after: 0 }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "history",
    about: "of the second call",
    args: () => ({ call_id: scene.second, before: null }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ admitted: "done", host: "done", member: "done", admin: "done", owner: "done" },
    }),
  },
  {
    name: "history",
    about: "of the first call",
    args: () => ({ call_id: scene.first, before: null }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ earlier: "done", host: "done", member: "done", admin: "done", owner: "done" },
    }),
  },
  { name: "knock_standing", args: ofMeeting, outcomes: signedIn("done", { removed: "meeting/removed" }) },
  { name: "withdraw_knock", args: ofMeeting, outcomes: signedIn("done") },
  { name: "lobby", args: ofMeeting, outcomes: led("done") },
  { name: "admit", args: () => ofPerson("waiting"), outcomes: led("done") },
  { name: "admit", about: "the removed", args: () => ofPerson("removed"), outcomes: led("done") },
  { name: "admit", about: "who never knocked", args: () => ofPerson("stranger"), outcomes: led("knock/not-found") },
  { name: "admit_all", args: ofMeeting, outcomes: led("done") },
  { name: "deny", args: () => ofPerson("waiting"), outcomes: led("done") },
  { name: "mute", args: () => ({ ...ofPerson("admitted"), muted: true }), outcomes: led("done") },
  {
    name: "mute",
    about: "the host",
    args: () => ({ ...ofPerson("host"), muted: true }),
    outcomes: { ...led("done"), host: "request/not-allowed" },
  },
  { name: "remove", args: () => ofPerson("admitted"), outcomes: led("done") },
  {
    name: "remove",
    about: "the host",
    args: () => ofPerson("host"),
    outcomes: { ...led("done"), host: "request/not-allowed" },
  },
  { name: "remove", about: "who never came", args: () => ofPerson("stranger"), outcomes: led("request/not-found") },
  { name: "lock", args: () => ({ ...ofMeeting(), locked: true }), outcomes: led("done") },
  { name: "rotate_code", args: ofMeeting, outcomes: led("done") },
  {
    name: "lower_hand",
    about: "of another",
    args: () => ofPerson("admitted"),
    outcomes: { ...led("done"), admitted: "done" },
  },
  {
    name: "set_role",
    args: () => ({ ...ofPerson("admitted"), role: "co-host" }),
    outcomes: led("done", "role/host-needed"),
  },
  {
    name: "set_role",
    about: "of the host",
    args: () => ({ ...ofPerson("host"), role: "guest" }),
    outcomes: led("request/not-allowed", "role/host-needed"),
  },
  {
    name: "update_meeting",
    args: () => ({ ...ofMeeting(), title: "Eve's" }),
    outcomes: led("done", "role/host-needed"),
  },
  { name: "end_meeting", args: ofMeeting, outcomes: led("done", "role/host-needed") },
  {
    name: "raise_hand",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", removed: "meeting/removed" }),
  },
  {
    name: "lower_hand",
    about: "one's own",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "edit_line",
    args: () => ({ line_id: scene.line, text: "adiós" }),
    outcomes: signedIn("line/not-found", { admitted: "request/not-allowed", host: "done" }),
  },
  {
    name: "delete_line",
    args: () => ({ line_id: scene.line }),
    outcomes: signedIn("line/not-found", { admitted: "request/not-allowed", host: "done" }),
  },
  {
    name: "react",
    args: () => ({ line_id: scene.line, emoji: "👍" }),
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done" }),
  },
  {
    name: "forward_line",
    about: "into the meeting that it is of",
    args: () => ({ id: randomUUID(), line_id: scene.line, meeting_id: scene.meeting.id }),
    // Members read the source; to write one must have entered.
    outcomes: signedIn("line/not-found", {
      ...{ admitted: "done", host: "done" },
      ...{ member: "meeting/not-entered", admin: "meeting/not-entered", owner: "meeting/not-entered" },
    }),
  },
  ...["report_translation", "retry_translation"].map(
    (name): Act => ({
      name,
      args: () => ({ line_id: scene.line, language: "en" }),
      outcomes: signedIn("line/not-found", { admitted: "done", host: "done" }),
    }),
  ),
  {
    name: "translation_quota",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  { name: "offer_claim", args: () => ({}), outcomes: signedIn("done", accounts("request/not-allowed")) },
  {
    name: "accept_claim",
    args: () => ({ token: "0".repeat(64) }),
    outcomes: signedIn("account/needed", accounts("account/claim-refused")),
  },
  {
    name: "claim_translations",
    args: () => ({ line_ids: [scene.line], user_id: randomUUID() }),
    outcomes: everybody<Outcome>("denied", { service: "done" }),
  },
  {
    name: "store_translations",
    args: () => ({ results: { json: [] } }),
    outcomes: everybody<Outcome>("denied", { service: "done" }),
  },
];

/** Functions of `private` that policies call, beside those of the same name as a public function. */
const ASKED_BY_POLICIES = [
  ...["is_member", "can_read_meeting", "can_read_call", "attended"],
  ...["moderates", "hears_meeting", "hears_signal", "hears_lobby", "writes_signal"],
];

class Undo extends Error {}

async function outcome(caller: Caller, { name, args }: Act): Promise<string> {
  try {
    await house.as(caller, async (sql) => {
      await call(sql, name, args());
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return "done";
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (error.code === "42501" && error.message === `permission denied for function ${name}`) return "denied";
    const known = isErrorCode(error.message) && error.code === `PT${ERRORS[error.message].status}`;
    return known ? error.message : `${error.code}: ${error.message}`;
  }
  return "nothing happened";
}

describe("functions", () => {
  const granted = async (schema: string) => {
    const rows = await house.admin<{ name: string; roles: string[] }[]>`
      select proname as name, array(
        select role from unnest(array['anon', 'authenticated', 'service_role']) as role
        where has_function_privilege(role, pg_proc.oid, 'execute')
      ) as roles
      from pg_proc where pronamespace = ${schema}::regnamespace order by 1`;
    return Object.fromEntries(rows.map(({ name, roles }) => [name, roles]));
  };
  const listed = ({ outcomes: { anon, stranger, service } }: Act) => [
    ...(anon === "denied" ? [] : ["anon"]),
    ...(stranger === "denied" ? [] : ["authenticated"]),
    ...(service === "denied" ? [] : ["service_role"]),
  ];

  test("public ones are all in the matrix, one of each name, and granted as it says", async () => {
    expect(await granted("public")).toEqual(Object.fromEntries(ACTS.map((act) => [act.name, listed(act)])));
    const [row] = await house.admin`
      select count(*)::int as all, count(distinct proname)::int as names from pg_proc
      where pronamespace = 'public'::regnamespace`;
    expect(row?.all).toBe(row?.names);
  });

  test("private ones are granted for their public namesake or a policy, and to nobody else", async () => {
    for (const [name, roles] of Object.entries(await granted("private"))) {
      const namesake = ACTS.find((act) => act.name === name);
      const expected = namesake ? listed(namesake) : ASKED_BY_POLICIES.includes(name) ? ["authenticated"] : [];
      expect({ name, roles }).toEqual({ name, roles: expected });
    }
  });

  test("public ones run as their caller, definers stand in private, and none trusts the search path", async () => {
    const rows = await house.admin<{ schema: string; name: string; definer: boolean; config: string[] | null }[]>`
      select nspname as schema, proname as name, prosecdef as definer, proconfig as config
      from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname in ('public', 'private')`;
    expect(rows.filter(({ schema, definer }) => schema === "public" && definer)).toEqual([]);
    expect(rows.filter(({ config }) => !config?.includes('search_path=""'))).toEqual([]);
  });

  test.each(ACTS.map((act): [string, Act] => [[act.name, act.about].join(" ").trim(), act]))(
    "%s: what each gets",
    async (_name, act) => {
      // One after another: they would wait for one another's locks.
      const seen: Record<string, string> = {};
      for (const persona of PERSONAS) seen[persona] = await outcome(scene.callers[persona], act);
      expect(seen).toEqual(act.outcomes);
    },
  );

  test("without a user behind it, a token opens nothing", async () => {
    const ghost: Caller = { role: "authenticated", id: randomUUID() };
    for (const act of ACTS) {
      if (act.outcomes.stranger === "denied" || act.outcomes.anon === "done") continue;
      expect([act.name, await outcome(ghost, act)]).toEqual([act.name, "request/sign-in-needed"]);
    }
  });
});

describe("what another's ids in a filter or a subquery get", () => {
  const seen = async (persona: keyof Scene["callers"], query: string) =>
    house.as(scene.callers[persona], async (sql) => [...(await sql.unsafe(query))]);

  test.each(["anonymous", "stranger", "waiting", "denied", "outside", "removed"] as const)(
    "%s: nothing of the call",
    async (persona) => {
      const { id } = scene.meeting;
      for (const query of [
        `select text from public.lines where meeting_id = '${id}' and text like '%'`,
        `select line_id from public.translations where line_id = '${scene.line}'`,
        `select public.lines.id from public.lines join public.calls on calls.id = call_id where calls.id = '${scene.second}'`,
        `select id from public.calls where exists (select from public.lines where lines.call_id = calls.id)`,
        `select user_id from public.attendance where call_id = '${scene.first}'`,
        `select user_id from public.workspace_members where workspace_id = '${scene.workspace}'`,
      ])
        expect({ query, rows: await seen(persona, query) }).toEqual({ query, rows: [] });
      const [counted] = await seen(persona, `select count(*)::int as lines from public.lines`);
      expect(counted).toEqual({ lines: 0 });
    },
  );

  test("a private function cannot be asked about somebody else", async () => {
    for (const query of [
      `select private.belongs('${randomUUID()}', '${scene.workspace}', 'member')`,
      `select private.may_read_call('${randomUUID()}', '${scene.second}')`,
      `select private.home_meetings('${randomUUID()}')`,
      `select private.hand_over('${randomUUID()}', '${randomUUID()}')`,
      `select private.settle_account('${randomUUID()}', 'eve@parley.example')`,
      `select private.lock_person('${randomUUID()}')`,
    ])
      for (const persona of ["anon", "stranger", "owner", "service"] as const)
        await expect(seen(persona, query), query).rejects.toMatchObject({ code: "42501" });
  });

  test("a claim of being no guest in the token makes nobody a member", async () => {
    const { anonymous } = scene.callers;
    if (anonymous.role !== "authenticated") throw new Error("no user");
    const rows = await house.as(anonymous, async (sql) => {
      const claims = JSON.stringify({ role: "authenticated", sub: anonymous.id, is_anonymous: false, aal: "aal2" });
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      return [...(await sql`select id from public.workspaces`)];
    });
    expect(rows).toEqual([]);
  });
});
