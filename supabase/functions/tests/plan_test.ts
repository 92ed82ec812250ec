/** The function `plan`: order of its checks, what it computes, and hostile rules. */
import assert from "node:assert/strict";
import type { Failure } from "../_shared/contracts/errors.ts";
import type { PlanTimes } from "../_shared/contracts/planning.ts";
import { createPlanHandler } from "../plan/handler.ts";
import { createPlanStore, type SeriesState } from "../plan/planStore.ts";
import { ANA, bearer } from "./callers.ts";
import { type ReceivedRequest, withServer } from "./fakeServer.ts";

const ID = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c11";
const WORKSPACE = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c12";
const LATER = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c13";
const STORED = { series_id: ID, sequence: 1 };

const WEEKLY: PlanTimes = {
  ...{ start: "2027-03-15T09:00", zone: "Europe/Madrid", length_minutes: 60 },
  rule: { freq: "weekly", count: 4 },
};
const TEXTS = { title: "Reparto", language: "es", agenda: ["Agua"] };
const CREATE = { series_id: ID, workspace_id: WORKSPACE, access: "knock", ...TEXTS, times: WEEKLY };
const CURRENT = { sequence: 0, ...TEXTS, times: WEEKLY, overrides: [] };
const AT = { series_id: ID, sequence: 0, key: "2027-03-29T09:00" };

const error = (code: string, status: number) => () => Response.json({ message: code, code: `PT${status}` }, { status });

type Respond = () => Response;
const RESPONSES: Readonly<Record<string, Respond>> = {
  authorize_plan: () => new Response(null, { status: 204 }),
  series_to_change: () => Response.json(CURRENT),
  create_series: () => Response.json({ series_id: ID, sequence: 0 }),
  change_series: () => Response.json({ ...STORED, later_id: LATER }),
  cancel_series: () => Response.json(STORED),
};

interface Sent {
  p_state: SeriesState;
  p_later: SeriesState | null;
  [name: string]: unknown;
}

/** Calls the function with a scripted database. */
async function call(
  body: unknown,
  responses: Readonly<Record<string, Respond>> = {},
  authorization = bearer(),
  now = Date.UTC(2026, 10, 30),
) {
  const log: Failure[] = [];
  let requests: readonly ReceivedRequest[] = [];
  let outcome: unknown[] = [];
  const nameOf = ({ path }: ReceivedRequest) => path.replace("/rest/v1/rpc/", "");
  const respond = (request: ReceivedRequest) =>
    ({ ...RESPONSES, ...responses })[nameOf(request)]?.() ?? assert.fail(request.path);
  await withServer(respond, async (server) => {
    const store = createPlanStore({ url: server.url, publishableKey: "publishable", secretKey: "secret" });
    const handler = createPlanHandler(
      store,
      (failure) => log.push(failure),
      () => now,
    );
    const response = await handler(
      new Request("http://functions/plan", {
        method: "POST",
        headers: { authorization },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
    const answer = await response.json();
    requests = [...server.requests];
    outcome = [response.status, answer.error?.code ?? answer];
  });
  const names = requests.map(nameOf);
  const sent = JSON.parse(requests.at(-1)?.body || "{}") as Sent;
  return {
    outcome,
    names,
    sent,
    log,
    byCaller: requests.map(({ headers }) => headers.get("authorization") === bearer()),
  };
}

const keysOf = (state: SeriesState | null | undefined) => state?.occurrences.map(({ key }) => key.slice(5));
const startsOf = (state: SeriesState | null | undefined) =>
  state?.occurrences.map(({ starts_at }) => starts_at.slice(5, 16));

Deno.test("plan: stores a series across a change of the clocks", async () => {
  const { outcome, names, sent, byCaller } = await call({ create: CREATE });
  assert.deepEqual(outcome, [200, { series_id: ID, sequence: 0 }]);
  assert.deepEqual(
    [names, byCaller],
    [
      ["authorize_plan", "create_series"],
      [true, false],
    ],
  );
  assert.deepEqual(
    [sent.p_user_id, sent.p_series_id, sent.p_workspace_id, sent.p_access],
    [ANA, ID, WORKSPACE, "knock"],
  );
  const { occurrences, ...state } = sent.p_state;
  assert.deepEqual(state, { ...TEXTS, ...WEEKLY, overrides: [] });
  assert.deepEqual(startsOf(sent.p_state), ["03-15T08:00", "03-22T08:00", "03-29T07:00", "04-05T07:00"]);
  assert.deepEqual(occurrences[0]?.length_minutes, 60);
});

Deno.test("plan: stores a rotation, and no override of another day", async () => {
  const rotated = (key: string) => ({
    key,
    kind: "moved",
    by: "rotation",
    start: "2027-03-22T20:00",
    length_minutes: 60,
  });
  const overrides = [rotated("2027-03-22T09:00"), rotated("2027-03-23T09:00")];
  const { sent } = await call({ create: { ...CREATE, overrides } });
  assert.deepEqual(sent.p_state.overrides, overrides.slice(0, 1));
  assert.deepEqual(startsOf(sent.p_state)?.[1], "03-22T19:00");
});

Deno.test("plan: computes nothing for people who may not plan", async () => {
  const refused = {
    authorize_plan: error("request/not-allowed", 403),
    series_to_change: error("role/host-needed", 403),
  };
  const created = await call({ create: CREATE }, refused);
  assert.deepEqual([created.outcome, created.names], [[403, "request/not-allowed"], ["authorize_plan"]]);
  const changed = await call({ change: { ...AT, scope: "all" } }, refused);
  assert.deepEqual([changed.outcome, changed.names], [[403, "role/host-needed"], ["series_to_change"]]);
  const late = await call({ create: CREATE }, { create_series: error("plan/too-many", 429) });
  assert.deepEqual(late.outcome, [429, "plan/too-many"]);
});

Deno.test("plan: requires a token", async () => {
  for (const authorization of ["", "Bearer x", bearer({ sub: ANA, role: "anon" })]) {
    const { outcome, names } = await call({ create: CREATE }, {}, authorization);
    assert.deepEqual([outcome, names], [[401, "request/sign-in-needed"], []]);
  }
  const expired = await call({ create: CREATE }, { authorize_plan: error("JWT expired", 401) });
  assert.deepEqual(expired.outcome, [401, "request/sign-in-needed"]);
});

Deno.test("plan: rejects hostile rules and times by their shape", async () => {
  const withRule = (rule: unknown) => ({ create: { ...CREATE, times: { ...WEEKLY, rule } } });
  const withTimes = (times: object) => ({ create: { ...CREATE, times: { ...WEEKLY, ...times } } });
  const bodies = [
    ...["secondly", "minutely", "hourly", "", "x".repeat(10_000)].map((freq) => withRule({ freq })),
    ...[0, -1, 401, 1e6, 1e308, 1.5, "4"].map((count) => withRule({ freq: "daily", count })),
    ...[0, -1, 1_001, 2 ** 53].map((interval) => withRule({ freq: "daily", interval })),
    withRule("FREQ=DAILY"),
    withRule([]),
    withRule({ freq: "weekly", count: 2, until: "2027-04-01T00:00" }),
    withRule({ freq: "yearly", byyearday: Array(63).fill(1) }),
    withRule({ freq: "daily", byhour: [24] }),
    withRule({ freq: "daily", bysetpos: [0] }),
    withRule({ freq: "daily", bysetpos: [1] }),
    withRule({ freq: "daily", unknown: 1 }),
    withRule({ freq: "daily", until: "9999-01-01T00:00" }),
    ...["1900-01-01T09:00", "9999-01-01T09:00", "2027-02-30T09:00", "2027-03-15", "2027-03-15T09:00Z", ""].map(
      (start) => withTimes({ start }),
    ),
    ...[-60, 0, 4, 1_441, 5.5, null, "60"].map((length_minutes) => withTimes({ length_minutes })),
    { create: { ...CREATE, agenda: Array(21).fill("x") } },
    { create: { ...CREATE, language: "xx" } },
    { create: { ...CREATE, user_id: ANA } },
    { create: CREATE, cancel: { ...AT, scope: "one" } },
    { cancel: { ...AT, scope: "all" } },
    "{",
    null,
    [],
  ];
  for (const body of bodies) {
    const { outcome, names } = await call(body);
    assert.deepEqual([outcome, names], [[400, "request/invalid"], []], JSON.stringify(body).slice(0, 200));
  }
  const large = await call({ create: { ...CREATE, title: "x".repeat(200_000) } });
  assert.deepEqual([large.outcome, large.names], [[413, "request/too-large"], []]);
});

Deno.test("plan: rejects a rule without a day and an unknown zone", async () => {
  const never = { ...WEEKLY, rule: { freq: "yearly", bymonth: [2], bymonthday: [30] } };
  const ended = { ...WEEKLY, rule: { freq: "weekly", until: "2027-03-15T08:59" } };
  for (const times of [never, ended])
    assert.deepEqual((await call({ create: { ...CREATE, times } })).outcome, [400, "request/invalid"]);
  for (const zone of ["Europe/Atlantis", "+02:00", "", "../../etc/passwd"])
    assert.deepEqual((await call({ create: { ...CREATE, times: { ...WEEKLY, zone } } })).outcome, [
      400,
      "time-zone/unknown",
    ]);
  const moved = await call({ change: { ...AT, scope: "all", zone: "Europe/Atlantis" } });
  assert.deepEqual([moved.outcome, moved.names], [[400, "time-zone/unknown"], ["series_to_change"]]);
});

Deno.test("plan: stores 400 occurrences of a rule that has each minute", async () => {
  const all = (size: number) => Array.from({ length: size }, (_none, n) => n);
  const rule = { freq: "daily", byhour: all(24), byminute: all(60) };
  const times = { ...WEEKLY, rule };
  const { outcome, sent } = await call({ create: { ...CREATE, times } });
  assert.deepEqual(outcome[0], 200);
  assert.equal(sent.p_state.occurrences.length, 400);
});

Deno.test("plan: moves one occurrence", async () => {
  const { outcome, names, sent, byCaller } = await call({
    change: { ...AT, scope: "one", start: "2027-03-30T18:00", length_minutes: 30 },
  });
  assert.deepEqual(outcome, [200, { ...STORED, later_id: LATER }]);
  assert.deepEqual(
    [names, byCaller],
    [
      ["series_to_change", "change_series"],
      [true, false],
    ],
  );
  assert.deepEqual([sent.p_user_id, sent.p_sequence, sent.p_later], [ANA, 0, null]);
  assert.deepEqual(startsOf(sent.p_state), ["03-15T08:00", "03-22T08:00", "03-30T16:00", "04-05T07:00"]);
  assert.deepEqual(sent.p_state.occurrences[2]?.length_minutes, 30);
});

Deno.test("plan: changes an occurrence and later ones", async () => {
  const { sent } = await call({ change: { ...AT, scope: "later", start: "2027-03-30T10:00", title: "Riego" } });
  assert.deepEqual([sent.p_state.title, keysOf(sent.p_state)], ["Reparto", ["03-15T09:00", "03-22T09:00"]]);
  assert.deepEqual([sent.p_later?.title, keysOf(sent.p_later)], ["Riego", ["03-30T10:00", "04-06T10:00"]]);
});

Deno.test("plan: changes a whole series from its first occurrence", async () => {
  for (const scope of ["all", "later"]) {
    const { sent } = await call({
      change: { ...AT, key: WEEKLY.start, scope, start: "2027-03-16T09:00", zone: "Asia/Tokyo", agenda: [] },
    });
    assert.deepEqual([sent.p_later, sent.p_state.agenda, sent.p_state.zone], [null, [], "Asia/Tokyo"]);
    assert.deepEqual(startsOf(sent.p_state), ["03-16T00:00", "03-23T00:00", "03-30T00:00", "04-06T00:00"]);
  }
});

Deno.test("plan: cancels one occurrence, later ones, and the last one", async () => {
  const one = await call({ cancel: { ...AT, scope: "one" } });
  assert.deepEqual(keysOf(one.sent.p_state), ["03-15T09:00", "03-22T09:00", "04-05T09:00"]);
  assert.deepEqual(one.sent.p_state.overrides, [{ key: AT.key, kind: "cancelled", by: "person" }]);
  const later = await call({ cancel: { ...AT, scope: "later" } });
  assert.deepEqual([keysOf(later.sent.p_state), later.sent.p_later], [["03-15T09:00", "03-22T09:00"], null]);
  const single = { series_to_change: () => Response.json({ ...CURRENT, times: { ...WEEKLY, rule: null } }) };
  for (const scope of ["one", "later"]) {
    const { names, byCaller } = await call({ cancel: { ...AT, key: WEEKLY.start, scope } }, single);
    assert.deepEqual(
      [names, byCaller],
      [
        ["series_to_change", "cancel_series"],
        [true, true],
      ],
    );
  }
});

Deno.test("plan: passes the message of a cancellation on", async () => {
  const message = "Perdón, estoy enferma.";
  for (const scope of ["one", "later"])
    assert.equal((await call({ cancel: { ...AT, scope, message } })).sent.p_message, message);
  const single = { series_to_change: () => Response.json({ ...CURRENT, times: { ...WEEKLY, rule: null } }) };
  const last = await call({ cancel: { ...AT, key: WEEKLY.start, scope: "one", message } }, single);
  assert.deepEqual([last.names[1], last.sent.p_message], ["cancel_series", message]);
  assert.equal((await call({ cancel: { ...AT, scope: "one" } })).sent.p_message, null);
});

Deno.test("plan: rejects changes that nothing can follow", async () => {
  const outcomeOf = async (change: object) => {
    const { outcome, names } = await call({ change: { ...AT, ...change } });
    assert.deepEqual(names, ["series_to_change"]);
    return outcome;
  };
  assert.deepEqual(await outcomeOf({ scope: "one", key: "2027-03-30T09:00" }), [404, "request/not-found"]);
  assert.deepEqual(await outcomeOf({ scope: "one", zone: "Asia/Tokyo" }), [400, "request/invalid"]);
  assert.deepEqual(await outcomeOf({ scope: "one", title: "Riego" }), [400, "request/invalid"]);
  assert.deepEqual(await outcomeOf({ scope: "later", overrides: [] }), [400, "request/invalid"]);
  assert.deepEqual(await outcomeOf({ scope: "all", sequence: 7 }), [409, "plan/changed"]);
});

Deno.test("plan: keeps an old endless series in the calendar", async () => {
  const times = { ...WEEKLY, start: "2024-01-01T09:00", rule: { freq: "daily" } };
  const late = { key: "2028-03-01T09:00", kind: "cancelled", by: "person" };
  const current = () => Response.json({ ...CURRENT, times, overrides: [late] });
  const { sent } = await call(
    { change: { ...AT, key: "2027-03-29T09:00", scope: "one", length_minutes: 30 } },
    { series_to_change: current },
    bearer(),
    Date.UTC(2027, 2, 1),
  );
  const keys = sent.p_state.occurrences.map(({ key }) => key);
  assert.deepEqual([keys.length, keys[0], keys.at(-1)], [400, "2026-12-31T09:00", "2028-02-03T09:00"]);
  assert.deepEqual(
    sent.p_state.overrides.map(({ key }) => key),
    ["2027-03-29T09:00", late.key],
  );
});
