/** Reminders on a device: permissions, subscriptions, other keys, and faults. */
import { describe, expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { base64Url } from "../lib/base64Url.ts";
import { createPushDevice, type PushBrowser } from "./core/pushDevice.ts";

const KEY = base64Url(new Uint8Array(65).fill(4));
const OTHER_KEY = base64Url(new Uint8Array(65).fill(5));

interface Script {
  permission?: NotificationPermission;
  /** The response to the question. */
  response?: NotificationPermission;
  /** The key of the subscription that the browser has. */
  subscribedTo?: string | null;
  /** Whether the push service is out of reach. */
  broken?: boolean;
  /** Whether the database fails. */
  offline?: boolean;
  supported?: boolean;
}

/** A browser and the row of its device. */
function scene(script: Script = {}) {
  const {
    permission = "default",
    response = "granted",
    subscribedTo = null,
    broken,
    offline,
    supported = true,
  } = script;
  const calls: string[] = [];
  let allowed = permission;
  let count = 0;
  const subscribe = (key: string): PushSubscription => {
    const endpoint = `https://fcm.googleapis.com/${++count}`;
    return {
      ...{ endpoint, expirationTime: null, getKey: () => null },
      options: {
        applicationServerKey: Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
          c.charCodeAt(0),
        ).buffer,
        userVisibleOnly: true,
      },
      toJSON: () => ({ endpoint, keys: { p256dh: "BAAA=", auth: "AAA==" } }),
      async unsubscribe() {
        calls.push("unsubscribe");
        current = null;
        return true;
      },
    };
  };
  let current: PushSubscription | null = subscribedTo === null ? null : subscribe(subscribedTo);
  const pushManager = {
    getSubscription: async () => current,
    async subscribe() {
      if (broken) throw new DOMException("Registration failed", "AbortError");
      if (current !== null) throw new DOMException("another key", "InvalidStateError");
      calls.push("subscribe");
      current = subscribe(KEY);
      return current;
    },
    permissionState: async () => "granted" as const,
  };
  const browser: PushBrowser = {
    permission: () => allowed,
    async requestPermission() {
      allowed = response;
      return allowed;
    },
    registration: async () => (subscribedTo === null && count === 0 ? undefined : { pushManager }),
    async register() {
      calls.push("register");
      return { pushManager };
    },
  };
  const rows = new Set<string>(current === null ? [] : [current.endpoint]);
  const state = (endpoint: string | undefined) =>
    offline
      ? fail("network/offline")
      : ok({ here: rows.has(endpoint ?? ""), devices: rows.size, quiet_from: 22, quiet_until: 7 });
  const rpc = fakeRpc({
    my_push: ({ p_endpoint }) => state(p_endpoint),
    add_push_device({ p_endpoint, p_p256dh, p_auth }) {
      calls.push(`add ${p_p256dh} ${p_auth}`);
      rows.add(p_endpoint);
      return state(p_endpoint);
    },
    remove_push_device({ p_endpoint }) {
      if (!offline) rows.delete(p_endpoint);
      return state(p_endpoint);
    },
    set_quiet_hours: ({ p_endpoint, p_from, p_until }) => {
      calls.push(`quiet ${p_from} ${p_until}`);
      return state(p_endpoint);
    },
  });
  return { device: createPushDevice(rpc, KEY, supported ? browser : null), calls, rows };
}

const view = (ability: string, here: boolean) => ({ ok: true, value: { ability, state: { here } } });

describe("a device", () => {
  test("registers nothing until it is switched on", async () => {
    const { device, calls } = scene();
    expect(await device.read()).toMatchObject(view("ready", false));
    expect(calls).toEqual([]);
    expect(await device.switchOn()).toMatchObject(view("ready", true));
    expect(calls).toEqual(["register", "subscribe", "add BAAA AAA"]);
    expect(await device.read()).toMatchObject(view("ready", true));
  });

  test("is switched off in the database and the browser", async () => {
    const { device, calls, rows } = scene({ permission: "granted", subscribedTo: KEY });
    expect(await device.switchOff()).toMatchObject(view("ready", false));
    expect([calls, rows.size]).toEqual([["unsubscribe"], 0]);
    expect(await device.switchOff()).toMatchObject(view("ready", false));
  });

  test("keeps its subscription when the database fails", async () => {
    const { device, calls } = scene({ permission: "granted", subscribedTo: KEY, offline: true });
    expect(await device.switchOff()).toMatchObject({ ok: false, error: { code: "network/offline" } });
    expect(calls).toEqual([]);
  });

  test("without Web Push is unsupported", async () => {
    const { device } = scene({ supported: false });
    expect(await device.read()).toMatchObject(view("unsupported", false));
    expect(await device.switchOn()).toMatchObject(view("unsupported", false));
  });

  test.each([
    ["blocks notifications", "denied", "denied"],
    ["closes the question", "default", "ready"],
  ] as const)("stays off when the person %s", async (_name, response, ability) => {
    const { device, calls } = scene({ response });
    expect(await device.switchOn()).toMatchObject(view(ability, false));
    expect(calls).toEqual([]);
  });

  test("replaces a subscription for another key", async () => {
    const { device, calls } = scene({ permission: "granted", subscribedTo: OTHER_KEY });
    expect(await device.read()).toMatchObject(view("ready", false));
    expect(await device.switchOn()).toMatchObject(view("ready", true));
    expect(calls).toEqual(["register", "unsubscribe", "subscribe", "add BAAA AAA"]);
  });

  test("reports a push service out of reach", async () => {
    const { device } = scene({ broken: true });
    expect(await device.switchOn()).toMatchObject({ ok: false, error: { code: "network/not-reached" } });
  });

  test("sends quiet hours", async () => {
    const { device, calls } = scene({ permission: "granted", subscribedTo: KEY });
    expect(await device.setQuietHours(21, 6)).toMatchObject(view("ready", true));
    expect(calls).toEqual(["quiet 21 6"]);
  });
});
