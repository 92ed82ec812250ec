/** The access of each persona to the public functions for planned meetings. `member` organizes the series. */
import { randomUUID } from "node:crypto";
import { everybody, type Scene } from "./personas.ts";
import { seriesState } from "./plans.ts";
import { all, idOf, members, ofWorkspace } from "./rpcCaseParts.ts";
import { type RpcCase, type RpcOutcome, signedIn } from "./rpcOutcome.ts";

const accountNeeded = all(
  ["anonymous", "waiting", "denied", "outside", "admitted", "earlier", "removed", "host"],
  "account/needed",
);
const forOrganizers = signedIn("request/not-found", { ...accountNeeded, ...members("done") });
const forAccounts = signedIn("done", accountNeeded);
const byLink = everybody<RpcOutcome>("done", { service: "denied" });
const byService = everybody<RpcOutcome>("denied", { service: "done" });

const ofSeries = ({ series }: Scene) => ({ p_series_id: series.id });
const ofLink = ({ series }: Scene) => ({ p_token: series.token });
const byMember = (scene: Scene) => ({ p_user_id: idOf(scene, "member"), p_state: { json: seriesState() } });

const pushDevice = () => ({
  ...{ p_endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}` },
  ...{ p_p256dh: `B${"A".repeat(86)}`, p_auth: "A".repeat(22) },
});

export const PLAN_RPC_ACCESS: readonly RpcCase[] = [
  {
    name: "authorize_plan",
    args: ofWorkspace,
    outcomes: signedIn("request/not-allowed", { ...accountNeeded, ...members("done") }),
  },
  { name: "series_to_change", args: ofSeries, outcomes: forOrganizers },
  {
    name: "create_series",
    args: (scene) => ({ ...byMember(scene), ...ofWorkspace(scene), p_series_id: randomUUID(), p_access: "knock" }),
    outcomes: byService,
  },
  {
    name: "change_series",
    args: (scene) => ({ ...byMember(scene), ...ofSeries(scene), p_sequence: 0, p_later: { json: seriesState() } }),
    outcomes: byService,
  },
  { name: "cancel_series", args: (scene) => ({ ...ofSeries(scene), p_sequence: 0 }), outcomes: forOrganizers },
  {
    name: "invite_to_series",
    args: (scene) => ({ ...ofSeries(scene), p_invitees: { json: [{ user_id: idOf(scene, "admin") }] } }),
    outcomes: forOrganizers,
  },
  {
    name: "remove_invitee",
    args: (scene) => ({ ...ofSeries(scene), p_invitee_id: scene.series.invitee }),
    outcomes: forOrganizers,
  },
  {
    name: "send_invitation_again",
    args: (scene) => ({ ...ofSeries(scene), p_invitee_id: scene.series.invitee }),
    outcomes: forOrganizers,
  },
  {
    name: "calendar",
    args: (scene) => ({ ...ofWorkspace(scene), p_from: "2027-03-01T00:00:00Z", p_to: "2027-04-30T00:00:00Z" }),
    outcomes: signedIn("request/not-allowed", members("done")),
  },
  { name: "read_series", args: ofSeries, outcomes: signedIn("request/not-found", members("done")) },
  { name: "series_by_link", args: ofLink, outcomes: byLink },
  { name: "answer_series_by_link", args: (scene) => ({ ...ofLink(scene), p_reply: "yes" }), outcomes: byLink },
  { name: "set_series_emails", args: (scene) => ({ ...ofLink(scene), p_on: false }), outcomes: byLink },
  {
    name: "reminder_runs",
    args: ofWorkspace,
    outcomes: signedIn("request/not-allowed", { member: "role/admin-needed", admin: "done", owner: "done" }),
  },
  { name: "my_calendar_feed", args: () => ({}), outcomes: forAccounts },
  { name: "renew_calendar_feed", args: () => ({}), outcomes: forAccounts },
  { name: "revoke_calendar_feed", args: () => ({}), outcomes: forAccounts },
  { name: "my_push", args: () => ({}), outcomes: forAccounts },
  { name: "add_push_device", args: pushDevice, outcomes: forAccounts },
  { name: "remove_push_device", args: () => ({ p_endpoint: "https://fcm.googleapis.com/a" }), outcomes: forAccounts },
  { name: "set_quiet_hours", args: () => ({ p_from: 21, p_until: 6 }), outcomes: forAccounts },
  {
    name: "feed_by_link",
    args: () => ({ p_token: "0".repeat(64) }),
    outcomes: everybody<RpcOutcome>("plan/link-refused", { service: "denied" }),
  },
];
