/** Devices that get reminders by Web Push. */
import { randomUUID } from "node:crypto";
import { pushState } from "#contracts/push.ts";
import type { Person } from "./fixtures.ts";
import type { Argument, TestDatabase } from "./testDatabase.ts";

export const newEndpoint = (): string => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;

const KEYS = { p_p256dh: `B${"A".repeat(86)}`, p_auth: "A".repeat(22) };

export function pushActions(db: TestDatabase) {
  return {
    add: (who: Person, endpoint: string, changed: Record<string, Argument> = {}) =>
      db.rpc(who, "add_push_device", { p_endpoint: endpoint, ...KEYS, ...changed }, pushState),
    remove: (who: Person, endpoint: string) => db.rpc(who, "remove_push_device", { p_endpoint: endpoint }, pushState),
    state: (who: Person, endpoint: string | null = null) => db.rpc(who, "my_push", { p_endpoint: endpoint }, pushState),
  };
}
