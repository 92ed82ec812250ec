/** Emails about planned meetings: the job that adds them, and the sender. */
import * as z from "zod/mini";
import { EMAIL, leasedEmails } from "#contracts/email.ts";
import { plannedSeries } from "#contracts/plans.ts";
import type { Person } from "./fixtures.ts";
import { KENJI, planActions } from "./plans.ts";
import { service, type TestDatabase } from "./testDatabase.ts";
import { workspaceActions } from "./workspaces.ts";

const waiting = z.object({
  recipient: z.string(),
  template: z.string(),
  payload: z.looseObject({
    kind: z.string(),
    token: z.nullable(z.string()),
    /** Not of a reminder. */
    sequence: z.optional(z.number()),
    key: z.optional(z.string()),
  }),
});

export function planEmailActions(db: TestDatabase) {
  const lease = () => db.rpc(service, "lease_emails", { p_limit: EMAIL.perBatch }, leasedEmails);
  const settle = (id: string, by: string, outcome: string) =>
    db.rpc(service, "settle_email", { p_id: id, p_lease: by, p_outcome: outcome, p_error: null }, z.unknown());
  return {
    lease,
    settle,
    async clear() {
      await db.admin`delete from private.plan_notices`;
      await db.admin`delete from private.plan_emails`;
      await db.admin`delete from private.outbox_emails`;
      await db.admin`delete from private.unsubscribed_addresses`;
    },
    /** Makes all notices due. */
    passDelay: () => db.admin`update private.plan_notices set due_at = now() - interval '1 second'`,
    /** Runs the job. Returns the number of emails that it added. */
    queue: ({ limit = 50, inDay = null }: { limit?: number; inDay?: number | null } = {}) =>
      db.rpc(service, "queue_plan_emails", { p_limit: limit, p_in_day: inDay }, z.number()),
    /** Returns what waits in the outbox, in the order of addresses. */
    emails: async () =>
      z.array(waiting).parse([
        ...(await db.admin`
          select recipient, template, payload from private.outbox_emails
          where state = 'waiting' and template like 'plan%' order by recipient, payload ->> 'key'`),
      ]),
    /** Sends what waits, with an outcome for each. */
    async send(outcome = "sent") {
      const { lease: by, emails } = await lease();
      for (const { id } of emails) await settle(id, by, outcome);
      return emails.length;
    },
    sendAgain: (who: Person, series: string, invitee: string) =>
      db.rpc(who, "send_invitation_again", { p_series_id: series, p_invitee_id: invitee }, plannedSeries),
  };
}

/** Series whose invitees are an address and an admin of the workspace. */
export function planEmailScenes(db: TestDatabase) {
  const { plan, invite } = planActions(db);
  const { team } = workspaceActions(db);
  const { passDelay, queue, emails, send } = planEmailActions(db);
  const queueAll = async (): Promise<number> => {
    await passDelay();
    return await queue();
  };
  const scene = async () => {
    const people = await team();
    const { series_id: id } = await plan(people.member, people.workspace);
    const { invitees } = await invite(people.member, id, [KENJI, { user_id: people.admin.id }]);
    const kenji = invitees.find(({ email }) => email !== null)?.id ?? "";
    return { ...people, id, kenji };
  };
  return {
    queueAll,
    scene,
    /** The same after the invitations were sent. */
    async sentScene() {
      const people = await scene();
      await queueAll();
      await send();
      return people;
    },
    kinds: async () => (await emails()).map(({ payload }) => payload.kind),
  };
}
