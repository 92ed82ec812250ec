/** The edge function `plan` with a real database: a series from its request to its answers by link. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { calendar, linkedSeries, plannedSeries, storedSeries } from "#contracts/plans.ts";
import { type FunctionStack, rpc, startFunctionStack, type Visitor } from "./support/functionStack.ts";
import { KENJI, WEEKLY } from "./support/plans.ts";

const STACK_TIMEOUT_MS = 120_000;
let stack: FunctionStack;
beforeAll(async () => {
  stack = await startFunctionStack(
    (_request, response) => response.end(),
    () => ({}),
  );
}, STACK_TIMEOUT_MS);
afterAll(() => stack.close());

const claims = z.object({ session_id: z.guid() });
const sessionOf = (token: string) =>
  claims.parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())).session_id;

/** Returns a visitor with an account, and the workspace that it got. */
async function organizer() {
  const who = await stack.visitor();
  const mail = `${who.id}@parley.example`;
  await stack.admin`update auth.users set email_change = ${mail} where id = ${who.id}`;
  await stack.admin`update auth.users set is_anonymous = false where id = ${who.id}`;
  await stack.admin`
    update auth.users set email = ${mail}, email_change = '', email_confirmed_at = now() where id = ${who.id}`;
  // The address ended the session of the guest.
  await stack.admin`
    insert into auth.sessions (id, user_id, created_at) values (${sessionOf(who.token)}, ${who.id}, now())
    on conflict do nothing`;
  const [row] = await stack.admin<{ id: string }[]>`
    select workspace_id as id from public.workspace_members where user_id = ${who.id}`;
  return { who, workspace: row?.id ?? "" };
}

const creation = (workspace_id: string) => ({
  create: {
    ...{ series_id: randomUUID(), workspace_id, access: "knock", title: "Reparto", language: "es", agenda: ["Agua"] },
    times: WEEKLY,
  },
});

async function send(who: Visitor, body: object): Promise<unknown> {
  const response = await stack.post("plan", who.token, body);
  const answer: unknown = await response.json();
  return response.ok ? answer : [response.status, answer];
}

test("plans, changes and cancels a series", async () => {
  const { who, workspace } = await organizer();
  const { series_id } = storedSeries.parse(await send(who, creation(workspace)));
  const at = { series_id, key: "2027-03-29T09:00" };
  const month = { p_workspace_id: workspace, p_from: "2027-03-01T00:00:00Z", p_to: "2027-04-30T00:00:00Z" };
  const starts = async () =>
    (await rpc(who, "calendar", month, calendar)).occurrences.map(({ starts_at }) =>
      new Date(starts_at).toISOString().slice(5, 16),
    );
  expect(await starts()).toEqual(["03-15T08:00", "03-22T08:00", "03-29T07:00", "04-05T07:00", "04-12T07:00"]);
  await send(who, { change: { ...at, sequence: 0, scope: "one", start: "2027-03-30T18:00" } });
  await send(who, { cancel: { ...at, sequence: 1, scope: "one", key: "2027-03-22T09:00" } });
  expect(await starts()).toEqual(["03-15T08:00", "03-30T16:00", "04-05T07:00", "04-12T07:00"]);
  const split = storedSeries.parse(
    await send(who, {
      change: { ...at, sequence: 2, scope: "later", key: "2027-04-05T09:00", start: "2027-04-05T10:00" },
    }),
  );
  expect(await starts()).toEqual(["03-15T08:00", "03-30T16:00", "04-05T08:00", "04-12T08:00"]);
  expect(await send(who, { change: { ...at, sequence: 2, scope: "all" } })).toEqual([
    ...[409, { error: { code: "plan/changed" } }],
  ]);
  const rest = { series_id: split.later_id, sequence: 0, key: "2027-04-05T10:00", scope: "later" };
  storedSeries.parse(await send(who, { cancel: rest }));
  expect(await starts()).toEqual(["03-15T08:00", "03-30T16:00"]);
});

test("rejects guests and members of other workspaces", async () => {
  const [one, other, guest] = [await organizer(), await organizer(), await stack.visitor()];
  expect(await send(guest, creation(one.workspace))).toEqual([403, { error: { code: "account/needed" } }]);
  expect(await send(other.who, creation(one.workspace))).toEqual([403, { error: { code: "request/not-allowed" } }]);
  const { series_id } = storedSeries.parse(await send(one.who, creation(one.workspace)));
  const change = { change: { series_id, sequence: 0, key: WEEKLY.start, scope: "all", title: "Mine" } };
  expect(await send(other.who, change)).toEqual([404, { error: { code: "request/not-found" } }]);
});

test("nobody stores occurrences without the function", async () => {
  const { who, workspace } = await organizer();
  const args = {
    p_user_id: who.id,
    p_series_id: randomUUID(),
    p_workspace_id: workspace,
    p_access: "knock",
    p_state: {},
  };
  const { error } = await who.client.rpc("create_series", args);
  expect(error?.code).toBe("42501");
});

test("a visitor answers by link, in a plain request only", async () => {
  const { who, workspace } = await organizer();
  const { series_id } = storedSeries.parse(await send(who, creation(workspace)));
  const invited = await rpc(who, "invite_to_series", { p_series_id: series_id, p_invitees: [KENJI] }, plannedSeries);
  const [row] = await stack.admin<{ token: string }[]>`
    select private.new_invitee_token(${invited.invitees[0]?.id ?? ""}) as token`;
  const post = async (path: string, args: object) => {
    const response = await fetch(`${stack.url}/rest/v1/rpc/${path}`, {
      method: "POST",
      headers: { apikey: stack.publishableKey, "content-type": "application/json" },
      body: JSON.stringify(args),
    });
    return { status: response.status, body: z.unknown().parse(await response.json()) };
  };
  const answer = { p_token: row?.token, p_reply: "yes" };
  const answered = await post("answer_series_by_link", answer);
  expect(linkedSeries.parse(answered.body).invitee.answer).toBe("yes");
  const shaped = await post("answer_series_by_link?pgrst_scalar=not.is.null", { ...answer, p_reply: "no" });
  expect(shaped.status).toBe(400);
  const { invitees } = await rpc(who, "read_series", { p_series_id: series_id }, plannedSeries);
  expect(invitees).toMatchObject([{ answer: "yes" }]);
});
