/** Reminders by Web Push on this device: permission, subscription of the browser, and the row in the database. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { PushState } from "#contracts/push.ts";
import { base64Url, bytesOf } from "~/lib/base64Url.ts";
import type { Rpc } from "~/lib/rpc.ts";

/** The state of Web Push on this device. `denied`: the person blocked notifications of this site. */
export type PushAbility = "unsupported" | "denied" | "ready";

export interface PushView {
  readonly ability: PushAbility;
  readonly state: PushState;
}

/** The parts of the browser. Null: it has no Web Push. */
export interface PushBrowser {
  permission(): NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
  /** Returns the registration of the service worker, if this device had one. */
  registration(): Promise<Pick<ServiceWorkerRegistration, "pushManager"> | undefined>;
  /** Resolves when the service worker is active. */
  register(): Promise<Pick<ServiceWorkerRegistration, "pushManager">>;
}

/** Errors: those of `Rpc`. `network/not-reached`: the browser has no connection to its push service. */
export interface PushDevice {
  read(): Promise<Result<PushView>>;
  switchOn(): Promise<Result<PushView>>;
  switchOff(): Promise<Result<PushView>>;
  setQuietHours(from: number, until: number): Promise<Result<PushView>>;
}

export function createPushDevice(rpc: Rpc, key: string, browser: PushBrowser | null): PushDevice {
  const ability = (): PushAbility => {
    if (browser === null) return "unsupported";
    return browser.permission() === "denied" ? "denied" : "ready";
  };
  const view = async (state: Promise<Result<PushState>>): Promise<Result<PushView>> => {
    const result = await state;
    return result.ok ? ok({ ability: ability(), state: result.value }) : result;
  };
  /** Returns null without a subscription that this server can use: the operator's key may have changed. */
  const subscription = async (): Promise<PushSubscription | null> => {
    const registration = await browser?.registration();
    const current = (await registration?.pushManager.getSubscription()) ?? null;
    return current !== null && isFor(current, key) ? current : null;
  };
  const endpoint = async (): Promise<{ p_endpoint?: string }> => {
    // Some browsers reject this in a private window.
    const current = await subscription().catch(() => null);
    return current === null ? {} : { p_endpoint: current.endpoint };
  };
  return {
    read: async () => view(rpc("my_push", await endpoint())),
    async switchOn() {
      if (browser === null) return this.read();
      // Before any other wait: browsers ask only in response to a click.
      const permission = await browser.requestPermission();
      if (permission !== "granted") return this.read();
      const subscribed = await subscribe(browser, key).catch(() => null);
      const keys: Readonly<Record<string, string>> = subscribed?.toJSON().keys ?? {};
      const { p256dh, auth } = keys;
      if (!subscribed || p256dh === undefined || auth === undefined)
        return fail("network/not-reached", "no subscription");
      return view(
        rpc("add_push_device", { p_endpoint: subscribed.endpoint, p_p256dh: unpadded(p256dh), p_auth: unpadded(auth) }),
      );
    },
    async switchOff() {
      const current = await subscription().catch(() => null);
      if (current === null) return this.read();
      const removed = await view(rpc("remove_push_device", { p_endpoint: current.endpoint }));
      // Without the row nobody sends to it. The push service forgets it sooner or later.
      if (removed.ok) await current.unsubscribe().catch(() => false);
      return removed;
    },
    setQuietHours: async (from, until) =>
      view(rpc("set_quiet_hours", { p_from: from, p_until: until, ...(await endpoint()) })),
  };
}

async function subscribe(browser: PushBrowser, key: string): Promise<PushSubscription> {
  const { pushManager } = await browser.register();
  const current = await pushManager.getSubscription();
  if (current !== null && isFor(current, key)) return current;
  // A browser keeps one subscription, and rejects another key.
  await current?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

/** Browsers that do not return the key keep the subscription. */
function isFor({ options }: PushSubscription, key: string): boolean {
  const { applicationServerKey } = options;
  return applicationServerKey === null || base64Url(applicationServerKey) === key;
}

const unpadded = (text: string): string => text.replace(/=+$/u, "");
