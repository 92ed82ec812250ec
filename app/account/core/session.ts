/**
 * The page's session and the one owner of its access token: fetched from `/session`, renewed before it ends, looked
 * after every 30 seconds and on waking, in step with the other tabs.
 */
import { LIMITS } from "#contracts/limits.ts";
import { type SessionAnswer, sessionAnswer } from "#contracts/session.ts";
import type { Cancel, Clock } from "~/platform/clock.ts";
import type { AccessToken } from "~/platform/rpcHttp.ts";
import type { OpenTabs, TabMessage } from "~/platform/tabs.ts";
import { eventsBetween, type Seen } from "./events.ts";
import { type Reaction, reactionTo } from "./reactions.ts";

/** Asked for anew when less than this is left. Milliseconds. */
const RENEW_BEFORE = 2 * 60_000;
/** Of a token that lives shortly itself, this part. */
const RENEW_SHARE = 0.25;

export interface Tokens {
  /** The token to use now; `null` when the session is over. Rejects when the server cannot be reached. */
  accessToken: AccessToken;
}

/** What the page is to do, and the user who is here now. */
export type Happened = (reaction: Reaction, userId: string | null) => void;

export interface PageSession extends Tokens {
  /** Begins to look after the session. The answer ends it. */
  watch(happened: Happened): Cancel;
  /** To call when the page arrives, and when the server showed it to another than before: other tabs look too. */
  look(): Promise<void>;
  /** Name, languages or address were changed by this page. */
  profileChanged(): void;
}

export interface PageSessionParts {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  tabs: OpenTabs;
  /** Calls when the page comes back: shown again, online again, out of the browser's memory of pages. */
  onWake(woken: () => void): Cancel;
}

/** `renewAt` by the page's own clock. */
interface Held {
  readonly accessToken: string;
  readonly renewAt: number;
}

export function createSession({ fetch, clock, tabs: openTabs, onWake }: PageSessionParts): PageSession {
  let held: Held | null = null;
  let seen: Seen | null | undefined;
  let tokens = 0;
  let asking: Promise<void> | null = null;
  let happened: Happened = () => {};
  let tell: (message: TabMessage) => void = () => {};

  /** Takes in what was answered; tells the other tabs unless they told us. */
  function take(answer: SessionAnswer | null, told: boolean): void {
    const before = seen;
    if (answer === null) {
      held = null;
      seen = null;
    } else {
      const { accessToken, expiresIn, userId, anonymous, level, recovering } = answer;
      if (accessToken !== held?.accessToken) tokens += 1;
      const margin = Math.min(RENEW_BEFORE, expiresIn * RENEW_SHARE);
      // The same token again keeps its moment of renewal, which was reckoned when it was whole.
      const renewAt = accessToken === held?.accessToken ? held.renewAt : clock.now() + expiresIn - margin;
      held = { accessToken, renewAt };
      seen = { userId, anonymous, level, recovering, token: tokens, profile: before?.profile ?? 0 };
    }
    const events = eventsBetween(before, seen);
    if (events.length === 0) return;
    if (before !== undefined && !told) tell({ kind: "changed" });
    happened(reactionTo(events), seen?.userId ?? null);
  }

  async function ask(renew: boolean, told: boolean): Promise<void> {
    const answer = await fetch("/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ renew }),
    });
    if (!answer.ok) throw new Error(`/session answered ${answer.status}`);
    if (answer.status === 204) return take(null, told);
    take(sessionAnswer.parse(await answer.json()), told);
  }

  /** One request at a time; whoever needs the same waits for it. */
  function askOnce(renew: boolean, told = false): Promise<void> {
    asking ??= ask(renew, told).finally(() => {
      asking = null;
    });
    return asking;
  }

  /** A request that began before this moment may not know yet. Who cannot be reached says nothing: the next look may know. */
  async function lookQuietly(told: boolean): Promise<void> {
    await asking?.catch(() => {});
    await askOnce(false, told).catch(() => {});
  }

  /** Said by another tab, where the change was made. */
  function profileChanged(): void {
    if (!seen) return;
    const before = seen;
    seen = { ...before, profile: before.profile + 1 };
    happened(reactionTo(eventsBetween(before, seen)), seen.userId);
  }

  function hear(message: TabMessage): void {
    switch (message.kind) {
      case "changed":
        void lookQuietly(true);
        return;
      case "arrived":
        if (seen !== undefined && message.userId !== (seen?.userId ?? null)) void lookQuietly(true);
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
      if (!renew && held && clock.now() < held.renewAt) return held.accessToken;
      return askOnce(renew).then(() => held?.accessToken ?? null);
    },

    watch(listener) {
      happened = listener;
      const tabs = openTabs(hear);
      tell = tabs.tell;
      const stopWaking = onWake(() => void lookQuietly(false));
      const stopChecking = clock.every(LIMITS.sessionCheck, () => {
        if (held && clock.now() >= held.renewAt) void askOnce(false).catch(() => {});
      });
      return () => {
        stopChecking();
        stopWaking();
        tabs.close();
        tell = () => {};
        happened = () => {};
      };
    },

    async look() {
      await lookQuietly(false);
      if (seen !== undefined) tell({ kind: "arrived", userId: seen?.userId ?? null });
    },

    profileChanged() {
      tell({ kind: "profile" });
    },
  };
}
