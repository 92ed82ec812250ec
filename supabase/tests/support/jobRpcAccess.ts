/** The access of each persona to the public functions of scheduled jobs and hooks. */
import { randomUUID } from "node:crypto";
import { everybody } from "./personas.ts";
import type { RpcCase, RpcOutcome } from "./rpcOutcome.ts";

export const JOB_RPC_ACCESS: readonly RpcCase[] = [
  {
    name: "enqueue_test_email",
    args: () => ({ p_recipient: "eve@parley.example", p_locale: "en" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "queue_confirmation_emails",
    args: () => ({ p_limit: 50 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "queue_plan_emails",
    args: () => ({ p_limit: 50 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "queue_reminders",
    args: () => ({ p_limit: 50 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "series_to_extend",
    args: () => ({ p_limit: 1 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "extend_series",
    args: () => ({ p_series_id: randomUUID(), p_sequence: 0, p_occurrences: { json: [] } }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "queue_push",
    args: () => ({ p_limit: 50 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "lease_push",
    args: () => ({ p_limit: 50 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "settle_push",
    args: () => ({ p_lease: randomUUID(), p_outcomes: { json: {} } }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "lease_emails",
    args: () => ({ p_limit: 1 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "settle_email",
    args: () => ({ p_id: randomUUID(), p_lease: randomUUID(), p_outcome: "sent" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "message_locale",
    args: () => ({ p_user_id: randomUUID() }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "admit_sms",
    args: () => ({ p_user_id: randomUUID(), p_phone: "34600111222", p_address: "203.0.113.7" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "admit_email",
    args: () => ({ p_user_id: randomUUID(), p_email: "eve@parley.example", p_network: "203.0.113.7" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "start_job",
    args: () => ({ p_job: "sweep" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "end_job",
    args: () => ({ p_run: 0, p_counts: { json: {} }, p_more: false }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "sweep",
    args: () => ({ p_step: "calls", p_limit: 1 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  { name: "orphaned_files", args: () => ({}), outcomes: everybody<RpcOutcome>("denied", { service: "done" }) },
];
