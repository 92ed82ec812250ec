/** Planned meetings, as the edge function `plan` stores them. */
import { randomUUID } from "node:crypto";
import type { PlanOverride, PlanTimes } from "#contracts/planning.ts";
import { calendar, linkedSeries, plannedSeries, type StoredSeries, storedSeries } from "#contracts/plans.ts";
import { occurrencesOf } from "../../functions/_shared/planning/occurrences.ts";
import type { Person } from "./fixtures.ts";
import { anon, emptyResult, service, type TestDatabase } from "./testDatabase.ts";

export const WEEKLY: PlanTimes = {
  start: "2027-03-15T09:00",
  zone: "Europe/Madrid",
  length_minutes: 60,
  rule: { freq: "weekly", count: 5 },
};

export const KENJI = { email: "kenji@parley.example", language: "ja", zone: "Asia/Tokyo" } as const;

export interface PlanInput {
  times?: PlanTimes;
  overrides?: readonly PlanOverride[];
  /** Replaces parts of what the edge function computed. */
  state?: object;
}

/** Returns the state of a series as the edge function sends it. */
export const seriesState = ({ times = WEEKLY, overrides = [], state = {} }: PlanInput = {}) => ({
  ...{ title: "Reparto de tareas", language: "es", agenda: ["Agua", "Turnos"] },
  ...times,
  overrides,
  occurrences: occurrencesOf(times, overrides)
    .filter(({ state: each }) => each !== "cancelled")
    .map(({ key, starts_at, length_minutes }) => ({
      key,
      starts_at: new Date(starts_at).toISOString(),
      length_minutes,
    })),
  ...state,
});

export function planActions(db: TestDatabase) {
  const change = (
    who: Person,
    id: string,
    sequence: number,
    input: PlanInput = {},
    later: object | null = null,
    message: string | null = null,
  ) =>
    db.rpc(
      service,
      "change_series",
      {
        ...{ p_user_id: who.id, p_series_id: id, p_sequence: sequence },
        ...{ p_state: { json: seriesState(input) }, p_later: later && { json: later }, p_message: message },
      },
      storedSeries,
    );
  return {
    plan: async (
      who: Person,
      workspace: string,
      input: PlanInput = {},
      { id = randomUUID(), access = "knock" }: { id?: string; access?: string } = {},
    ): Promise<StoredSeries> =>
      db.rpc(
        service,
        "create_series",
        {
          ...{ p_user_id: who.id, p_series_id: id, p_workspace_id: workspace, p_access: access },
          p_state: { json: seriesState(input) },
        },
        storedSeries,
      ),
    change,
    cancel: (who: Person, id: string, sequence: number, message: string | null = null) =>
      db.rpc(who, "cancel_series", { p_series_id: id, p_sequence: sequence, p_message: message }, storedSeries),
    invite: (who: Person, id: string, invitees: unknown) =>
      db.rpc(who, "invite_to_series", { p_series_id: id, p_invitees: { json: invitees } }, plannedSeries),
    uninvite: (who: Person, id: string, invitee: string) =>
      db.rpc(who, "remove_invitee", { p_series_id: id, p_invitee_id: invitee }, plannedSeries),
    read: (who: Person, id: string) => db.rpc(who, "read_series", { p_series_id: id }, plannedSeries),
    month: (who: Person, workspace: string, from = "2027-03-01T00:00:00Z", to = "2027-04-30T00:00:00Z") =>
      db.rpc(who, "calendar", { p_workspace_id: workspace, p_from: from, p_to: to }, calendar),
    /** Returns the token of a new link, as the job that sends the invitation gets it. */
    async link(invitee: string): Promise<string> {
      const [row] = await db.admin<{ token: string | null }[]>`select private.new_invitee_token(${invitee}) as token`;
      if (!row?.token) throw new Error("The invitee has no address.");
      return row.token;
    },
    look: (token: string | null) => db.rpc(anon, "series_by_link", { p_token: token }, linkedSeries),
    answer: (token: string, reply: string | null, start: string | null = null, zone: string | null = null) =>
      db.rpc(
        anon,
        "answer_series_by_link",
        { p_token: token, p_reply: reply, p_start: start, p_zone: zone },
        linkedSeries,
      ),
    setEmails: (token: string, on: boolean | null) =>
      db.rpc(anon, "set_series_emails", { p_token: token, p_on: on }, emptyResult),
  };
}
