/**
 * The page's session and only owner of its access token. It fetches the token from `/session`, renews it before it
 * expires, and checks it every 30 seconds and when the page wakes. All tabs stay in step.
 */
import { LIMITS } from "#contracts/limits.ts";
import { type SessionResponse, sessionResponse } from "#contracts/session.ts";
import type { Cancel, Clock } from "~/lib/clock.ts";
import type { TabMessage } from "~/lib/sessionChannel.ts";
import type { OpenSessionTabs } from "~/lib/sessionTabs.ts";
import type { AccessTokenSource } from "../accessTokenSource.ts";
import { effectOf, SESSION_EFFECTS, type SessionEffect } from "./sessionEffects.ts";
import { eventsBetween, type SessionSnapshot } from "./sessionEvents.ts";

/** The token is renewed when less time is left. Milliseconds. */
const TOKEN_RENEW_MARGIN_MS = 2 * 60_000;
/** For a short-lived token, the share of its life in which it is renewed. */
const TOKEN_RENEW_RATIO = 0.25;

/** Receives the effect for the page and the current user. */
export type SessionListener = (reaction: SessionEffect, userId: string | null) => void;

export interface PageSession extends AccessTokenSource {
  /** Starts to watch the session. The returned function stops it. */
  watch(happened: SessionListener): Cancel;
  /**
   * Call it when the page has loaded and when the server shows another user: it checks the session and notifies other
   * tabs.
   */
  check(): Promise<void>;
  /** Call it after this page has changed name or languages, also before `watch`. */
  profileChanged(): void;
}

export interface PageSessionOptions {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  tabs: OpenSessionTabs;
  /** Calls `woken` when the page is shown again, online again, or restored from the back/forward cache. */
  onWake(woken: () => void): Cancel;
}

/** `renewAt` is a time of the page's clock. */
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
  let broadcast: ((message: TabMessage) => void) | null = null;

  /** Applies a response and notifies the other tabs, unless the change came from one. */
  function applyResponse(response: SessionResponse | null, fromOtherTab: boolean): void {
    const previous = snapshot;
    if (response === null) {
      token = null;
      snapshot = null;
    } else {
      const { accessToken, expiresIn, userId, anonymous, level, recovering } = response;
      if (accessToken !== token?.accessToken) tokenCount += 1;
      const margin = Math.min(TOKEN_RENEW_MARGIN_MS, expiresIn * TOKEN_RENEW_RATIO);
      // A repeated token keeps its renewal time, which was computed when it was new.
      const renewAt = accessToken === token?.accessToken ? token.renewAt : clock.now() + expiresIn - margin;
      token = { accessToken, renewAt };
      snapshot = {
        userId,
        anonymous,
        level,
        recovering,
        tokenVersion: tokenCount,
      };
    }
    const events = eventsBetween(previous, snapshot);
    if (events.length === 0) return;
    if (previous !== undefined && !fromOtherTab) broadcast?.({ kind: "changed" });
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

  /** Shares a request that is in flight. */
  function fetchSessionOnce(renew: boolean, fromOtherTab = false): Promise<void> {
    pendingRequest ??= fetchSession(renew, fromOtherTab).finally(() => {
      pendingRequest = null;
    });
    return pendingRequest;
  }

  /**
   * Waits for a request in flight, which may be stale, then checks again. Ignores network errors until the next check.
   */
  async function checkQuietly(fromOtherTab: boolean): Promise<void> {
    await pendingRequest?.catch(() => {});
    await fetchSessionOnce(false, fromOtherTab).catch(() => {});
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
        // A page that has not checked its session yet may show what was loaded before the change.
        if (snapshot !== null) onEffect(SESSION_EFFECTS["user updated"], snapshot?.userId ?? null);
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
        broadcast = null;
        onEffect = () => {};
      };
    },

    async check() {
      await checkQuietly(false);
      if (snapshot !== undefined) broadcast?.({ kind: "arrived", userId: snapshot?.userId ?? null });
    },

    profileChanged() {
      if (broadcast !== null) return broadcast({ kind: "profile" });
      const tabs = openTabs(() => {});
      tabs.post({ kind: "profile" });
      tabs.close();
    },
  };
}
