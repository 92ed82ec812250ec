/**
 * The page's session and the one owner of its access token: fetched from `/session`, renewed before it ends, looked
 * after every 30 seconds and on waking, in step with the other tabs.
 */
import { LIMITS } from "#contracts/limits.ts";
import { type SessionResponse, sessionResponse } from "#contracts/session.ts";
import type { Cancel, Clock } from "~/lib/clock.ts";
import type { TabMessage } from "~/lib/sessionChannel.ts";
import type { OpenSessionTabs } from "~/lib/sessionTabs.ts";
import type { AccessTokenSource } from "../accessTokenSource.ts";
import { effectOf, type SessionEffect } from "./sessionEffects.ts";
import { eventsBetween, type SessionSnapshot } from "./sessionEvents.ts";

/** Asked for anew when less than this is left. Milliseconds. */
const TOKEN_RENEW_MARGIN_MS = 2 * 60_000;
/** Of a token that lives shortly itself, this part. */
const TOKEN_RENEW_RATIO = 0.25;

/** What the page is to do, and the user who is here now. */
export type SessionListener = (reaction: SessionEffect, userId: string | null) => void;

export interface PageSession extends AccessTokenSource {
  /** Begins to look after the session. The answer ends it. */
  watch(happened: SessionListener): Cancel;
  /** To call when the page arrives, and when the server showed it to another than before: other tabs look too. */
  check(): Promise<void>;
  /** Name, languages or address were changed by this page. */
  profileChanged(): void;
}

export interface PageSessionOptions {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  tabs: OpenSessionTabs;
  /** Calls when the page comes back: shown again, online again, out of the browser's memory of pages. */
  onWake(woken: () => void): Cancel;
}

/** `renewAt` by the page's own clock. */
interface CachedToken {
  readonly accessToken: string;
  readonly renewAt: number;
}

export function createPageSession({ fetch, clock, tabs: openTabs, onWake }: PageSessionOptions): PageSession {
  let token: CachedToken | null = null;
  let snapshot: SessionSnapshot | null | undefined;
  let tokenCount = 0;
  let pendingRequest: Promise<void> | null = null;
  let onEffect: SessionListener = () => {};
  let broadcast: (message: TabMessage) => void = () => {};

  /** Takes in what was answered; tells the other tabs unless they told us. */
  function applyResponse(response: SessionResponse | null, fromOtherTab: boolean): void {
    const previous = snapshot;
    if (response === null) {
      token = null;
      snapshot = null;
    } else {
      const { accessToken, expiresIn, userId, anonymous, level, recovering } = response;
      if (accessToken !== token?.accessToken) tokenCount += 1;
      const margin = Math.min(TOKEN_RENEW_MARGIN_MS, expiresIn * TOKEN_RENEW_RATIO);
      // The same token again keeps its moment of renewal, which was reckoned when it was whole.
      const renewAt = accessToken === token?.accessToken ? token.renewAt : clock.now() + expiresIn - margin;
      token = { accessToken, renewAt };
      snapshot = {
        userId,
        anonymous,
        level,
        recovering,
        tokenVersion: tokenCount,
        profileVersion: previous?.profileVersion ?? 0,
      };
    }
    const events = eventsBetween(previous, snapshot);
    if (events.length === 0) return;
    if (previous !== undefined && !fromOtherTab) broadcast({ kind: "changed" });
    onEffect(effectOf(events), snapshot?.userId ?? null);
  }

  async function fetchSession(renew: boolean, fromOtherTab: boolean): Promise<void> {
    const response = await fetch("/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ renew }),
    });
    if (!response.ok) throw new Error(`/session answered ${response.status}`);
    if (response.status === 204) return applyResponse(null, fromOtherTab);
    applyResponse(sessionResponse.parse(await response.json()), fromOtherTab);
  }

  /** One request at a time; whoever needs the same waits for it. */
  function fetchSessionOnce(renew: boolean, fromOtherTab = false): Promise<void> {
    pendingRequest ??= fetchSession(renew, fromOtherTab).finally(() => {
      pendingRequest = null;
    });
    return pendingRequest;
  }

  /** A request that began before this moment may not know yet. Who cannot be reached says nothing: the next look may know. */
  async function checkQuietly(fromOtherTab: boolean): Promise<void> {
    await pendingRequest?.catch(() => {});
    await fetchSessionOnce(false, fromOtherTab).catch(() => {});
  }

  /** Said by another tab, where the change was made. */
  function profileChanged(): void {
    if (!snapshot) return;
    const previous = snapshot;
    snapshot = { ...previous, profileVersion: previous.profileVersion + 1 };
    onEffect(effectOf(eventsBetween(previous, snapshot)), snapshot.userId);
  }

  function handleTabMessage(message: TabMessage): void {
    switch (message.kind) {
      case "changed":
        void checkQuietly(true);
        return;
      case "arrived":
        if (snapshot !== undefined && message.userId !== (snapshot?.userId ?? null)) void checkQuietly(true);
        return;
      case "profile":
        profileChanged();
        return;
      default:
        message satisfies never;
    }
  }

  return {
    accessToken({ renew } = { renew: false }) {
      if (!renew && token && clock.now() < token.renewAt) return token.accessToken;
      return fetchSessionOnce(renew).then(() => token?.accessToken ?? null);
    },

    watch(listener) {
      onEffect = listener;
      const tabs = openTabs(handleTabMessage);
      broadcast = tabs.post;
      const stopWaking = onWake(() => void checkQuietly(false));
      const stopChecking = clock.every(LIMITS.sessionCheckIntervalMs, () => {
        if (token && clock.now() >= token.renewAt) void fetchSessionOnce(false).catch(() => {});
      });
      return () => {
        stopChecking();
        stopWaking();
        tabs.close();
        broadcast = () => {};
        onEffect = () => {};
      };
    },

    async check() {
      await checkQuietly(false);
      if (snapshot !== undefined) broadcast({ kind: "arrived", userId: snapshot?.userId ?? null });
    },

    profileChanged() {
      broadcast({ kind: "profile" });
    },
  };
}
