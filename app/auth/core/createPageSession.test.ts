import { expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import type { TabMessage } from "~/lib/sessionChannel.ts";
import type { OpenSessionTabs } from "~/lib/sessionTabs.ts";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { createPageSession, type PageSession } from "./createPageSession.ts";

const INES = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const TOM = "0d1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c22";
const HOUR = 3_600_000;

interface Person {
  userId: string;
  anonymous?: boolean;
  level?: "aal1" | "aal2";
  recovering?: boolean;
}

/** A browser: a server that knows its cookies, a channel between its tabs, a clock. */
function browser() {
  const clock = createFakeClock();
  const channel = new Set<(message: TabMessage) => void>();
  const messages: TabMessage[] = [];
  let here: (Person & { token: string; endsAt: number }) | null = null;
  let reachable = true;
  let signIns = 0;

  const server = {
    /** Signs a user in at the server; every call creates a new token. */
    signIn(person: Person, life = HOUR) {
      signIns += 1;
      here = { ...person, token: `secret-${signIns}`, endsAt: clock.now() + life };
    },
    signOut() {
      here = null;
    },
    outOfReach(is: boolean) {
      reachable = !is;
    },
  };

  function tab() {
    const reactions: string[] = [];
    const bodies: unknown[] = [];
    let wake = () => {};
    const openTabs: OpenSessionTabs = (onMessage) => {
      channel.add(onMessage);
      return {
        post(message) {
          messages.push(message);
          for (const other of channel) if (other !== onMessage) other(message);
        },
        close: () => void channel.delete(onMessage),
      };
    };
    const session: PageSession = createPageSession({
      clock,
      tabs: openTabs,
      onWake(woken) {
        wake = woken;
        return () => {
          wake = () => {};
        };
      },
      async fetch(_url, init) {
        bodies.push(JSON.parse(String(init?.body)));
        if (!reachable) throw new TypeError("Failed to fetch");
        if (here === null) return new Response(null, { status: 204 });
        const { renew } = JSON.parse(String(init?.body));
        if (renew || here.endsAt - clock.now() < 5 * 60_000) server.signIn(here);
        const { userId, anonymous = false, level = "aal1", recovering = false, token, endsAt } = here;
        const expiresIn = endsAt - clock.now();
        return Response.json({ accessToken: token, expiresIn, userId, anonymous, level, recovering });
      },
    });
    return {
      session,
      reactions,
      bodies,
      wake: () => wake(),
      open() {
        const end = session.watch((reaction, userId) => reactions.push(`${reaction} ${userId ?? "nobody"}`));
        void session.check();
        return end;
      },
    };
  }
  return { clock, server, messages, tab };
}

async function openTabs(person: Person, count: 1 | 2) {
  const world = browser();
  world.server.signIn(person);
  const [first, second] = [world.tab(), world.tab()];
  const end = first.open();
  if (count === 2) second.open();
  await settle();
  return { ...world, first, second, end };
}

test("states the user of the first check", async () => {
  const { first } = await openTabs({ userId: INES }, 1);
  expect(first.reactions).toEqual([`redirect ${INES}`]);
  expect(await first.session.accessToken()).toBe("secret-1");
  expect(first.bodies).toEqual([{ renew: false }]);
});

test("a sign-out in one tab reaches the other at once", async () => {
  const { server, first, second } = await openTabs({ userId: INES }, 2);
  server.signOut();
  await first.session.check();
  await settle();
  expect(first.reactions.at(-1)).toBe("redirect nobody");
  expect(second.reactions).toEqual([`redirect ${INES}`, "redirect nobody"]);
  expect(await second.session.accessToken()).toBeNull();
});

test("another user in one tab redirects the other", async () => {
  const { server, first, second } = await openTabs({ userId: INES, anonymous: true }, 2);
  server.signIn({ userId: TOM });
  await first.session.check();
  await settle();
  expect(second.reactions.at(-1)).toBe(`redirect ${TOM}`);
});

test("a tab that stayed notices the next sign-in", async () => {
  const { server, first, second } = await openTabs({ userId: INES }, 2);
  server.signOut();
  await first.session.check();
  await settle();
  server.signIn({ userId: TOM });
  await first.session.check();
  await settle();
  expect(second.reactions.at(-1)).toBe(`redirect ${TOM}`);
});

test.each([
  ["a guest has an account now", { userId: INES, anonymous: false }],
  ["a second factor was shown", { userId: INES, anonymous: true, level: "aal2" }],
  ["a recovery link was pressed", { userId: INES, anonymous: true, recovering: true }],
] as const)("%s reloads the data of both tabs", async (_name, after) => {
  const { server, first, second } = await openTabs({ userId: INES, anonymous: true }, 2);
  server.signIn(after);
  await first.session.check();
  await settle();
  expect(first.reactions.at(-1)).toBe(`reload ${INES}`);
  expect(second.reactions.at(-1)).toBe(`reload ${INES}`);
});

test("a profile change in one tab reloads the others", async () => {
  const { first, second } = await openTabs({ userId: INES }, 2);
  first.session.profileChanged();
  expect(second.reactions.at(-1)).toBe(`reload ${INES}`);
  expect(first.reactions).toEqual([`redirect ${INES}`]);
});

test("a profile change reloads pages before their first check", async () => {
  const world = browser();
  world.server.signIn({ userId: INES });
  const [changing, other] = [world.tab(), world.tab()];
  other.open();
  // The watch of this page has not loaded yet.
  changing.session.profileChanged();
  expect(other.reactions).toEqual(["reload nobody"]);
});

test("every tab renews its token before it expires", async () => {
  const { clock, first, second } = await openTabs({ userId: INES }, 2);
  await clock.advance(HOUR - 3 * 60_000);
  expect(first.bodies).toHaveLength(1);
  await clock.advance(60_000 + LIMITS.sessionCheckIntervalMs);
  expect(first.reactions).toEqual([`redirect ${INES}`, `none ${INES}`]);
  const token = await first.session.accessToken();
  expect(token).not.toBe("secret-1");
  expect(await second.session.accessToken()).toBe(token);
});

test("does not renew a short-lived token all the time", async () => {
  const world = browser();
  world.server.signIn({ userId: INES }, 6 * 60_000);
  const tab = world.tab();
  tab.open();
  await world.clock.advance(4 * 60_000);
  expect(tab.bodies).toHaveLength(1);
});

test("checks the session when the page wakes", async () => {
  const { server, first } = await openTabs({ userId: INES }, 1);
  server.signOut();
  first.wake();
  await settle();
  expect(first.reactions.at(-1)).toBe("redirect nobody");
});

test("a page with another user makes other tabs check", async () => {
  const { server, first, second } = await openTabs({ userId: INES }, 1);
  server.signIn({ userId: TOM });
  second.open();
  await settle();
  expect(first.reactions.at(-1)).toBe(`redirect ${TOM}`);
});

test("an unreachable server signs nobody out", async () => {
  const { server, first, clock } = await openTabs({ userId: INES }, 1);
  server.outOfReach(true);
  first.wake();
  await settle();
  expect(first.reactions).toEqual([`redirect ${INES}`]);
  await clock.advance(HOUR);
  await expect(first.session.accessToken()).rejects.toThrow("Failed to fetch");
  server.outOfReach(false);
  expect(await first.session.accessToken()).toMatch(/^secret/u);
});

test("shares one request and replaces a rejected token", async () => {
  const world = browser();
  world.server.signIn({ userId: INES });
  const { session, bodies } = world.tab();
  expect(await Promise.all([session.accessToken(), session.accessToken()])).toEqual(["secret-1", "secret-1"]);
  expect(await session.accessToken({ renew: true })).toBe("secret-2");
  expect(bodies).toEqual([{ renew: false }, { renew: true }]);
});

test("messages between tabs contain no token", async () => {
  const { server, first, messages, clock } = await openTabs({ userId: INES }, 2);
  await clock.advance(HOUR);
  first.session.profileChanged();
  server.signOut();
  await first.session.check();
  await settle();
  expect(messages.length).toBeGreaterThan(3);
  expect(JSON.stringify(messages)).not.toContain("secret");
});

test("stops its timer and listeners when it ends", async () => {
  const { server, first, second, end, clock } = await openTabs({ userId: INES }, 1);
  end();
  expect(clock.pending()).toBe(0);
  server.signIn({ userId: TOM });
  second.open();
  await settle();
  expect(first.reactions).toEqual([`redirect ${INES}`]);
});
