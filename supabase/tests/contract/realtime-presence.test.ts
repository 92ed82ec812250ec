/** Presence with the unmodified `@supabase/realtime-js`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joined, type Person, queue, type RealtimeProject, startProject } from "./realtime.support.ts";

let project: RealtimeProject;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  project = await startProject();
  ana = project.person();
  ben = project.person();
  for (const person of [ana, ben]) {
    for (const topic of ["here", "hidden"]) {
      await project.seat(topic, person, { receives: true, sees: true, tracks: true });
    }
  }
});
afterAll(() => project.close());

const withPresence = (key: string) => ({ config: { private: true, presence: { key, enabled: true } } });

async function watch(person: Person, key: string, topic = "here", vsn: "1.0.0" | "2.0.0" = "2.0.0") {
  const client = await project.client(await person.token(), vsn);
  const channel = client.channel(topic, withPresence(key));
  const events = queue<string>();
  channel.on("presence", { event: "join" }, ({ key, newPresences }) => {
    events.push(`join ${key} ${newPresences.map(({ at }) => at)}`);
  });
  channel.on("presence", { event: "leave" }, ({ key, leftPresences }) => {
    events.push(`leave ${key} ${leftPresences.map(({ at }) => at)}`);
  });
  await joined(channel);
  return { client, channel, events };
}

describe("presence", () => {
  // Realtime, presence_handler.ex: `String.downcase(event, :ascii)`.
  it("accepts the event in capitals", async () => {
    const { channel, events } = await watch(ana, "capitals");
    const reply = Promise.withResolvers<string>();
    channel.send({ type: "presence", event: "TRACK", payload: { at: "loud" } }).then(reply.resolve, reply.reject);
    expect(await reply.promise).toBe("ok");
    expect(await events.next()).toBe("join capitals loud");
    expect(await channel.send({ type: "presence", event: "UNTRACK" })).toBe("ok");
    expect(await events.next()).toBe("leave capitals loud");
    await channel.unsubscribe();
  });

  for (const version of ["1.0.0", "2.0.0"] as const) {
    it(`sends joins, changes and leaves to ${version}`, async () => {
      const first = await watch(ana, "ana", "here", version);
      expect(await first.channel.track({ at: "pre-join" })).toBe("ok");
      expect(await first.events.next()).toBe("join ana pre-join");

      const second = await watch(ben, "ben", "here", version);
      expect(await second.events.next()).toBe("join ana pre-join");
      await second.channel.track({ at: "waiting-room" });
      expect(await first.events.next()).toBe("join ben waiting-room");
      await second.channel.track({ at: "call" });
      expect(await first.events.next()).toBe("join ben call");
      expect(await first.events.next()).toBe("leave ben waiting-room");
      expect(first.channel.presenceState()).toMatchObject({ ana: [{ at: "pre-join" }], ben: [{ at: "call" }] });

      await second.channel.untrack();
      expect(await first.events.next()).toBe("leave ben call");
      await second.channel.track({ at: "again" });
      expect(await first.events.next()).toBe("join ben again");
      await second.client.disconnect();
      expect(await first.events.next()).toBe("leave ben again");
      expect(Object.keys(first.channel.presenceState())).toEqual(["ana"]);
      await first.client.removeChannel(first.channel);
    });
  }

  it("separates two tabs of one key", async () => {
    const watcher = await watch(ana, "watcher");
    const [tab1, tab2] = [await watch(ben, "ben"), await watch(ben, "ben")];
    await tab1.channel.track({ at: "tab1" });
    await tab2.channel.track({ at: "tab2" });
    expect([await watcher.events.next(), await watcher.events.next()]).toEqual(["join ben tab1", "join ben tab2"]);
    await tab1.client.removeChannel(tab1.channel);
    expect(await watcher.events.next()).toBe("leave ben tab1");
    expect(watcher.channel.presenceState()).toMatchObject({ ben: [{ at: "tab2" }] });
    await tab2.client.removeChannel(tab2.channel);
  });

  it("generates a missing key and accepts any text", async () => {
    const watcher = await watch(ana, "__proto__");
    await watcher.channel.track({ at: "x" });
    expect(await watcher.events.next()).toBe("join __proto__ x");
    const unnamed = await watch(ben, "");
    await unnamed.channel.track({ at: "y" });
    expect(await watcher.events.next()).toMatch(/^join [0-9a-f-]{36} y$/u);
  });

  it("hides presence without read permission", async () => {
    const stranger = project.person();
    await project.seat("hidden", stranger, { receives: true });
    const channel = (await project.client(await stranger.token())).channel("hidden", withPresence("s"));
    const seen: unknown[] = [];
    channel.on("presence", { event: "sync" }, () => seen.push(channel.presenceState()));
    await joined(channel);
    const shown = await watch(ana, "ana", "hidden");
    await shown.channel.track({ at: "x" });
    expect(await shown.events.next()).toBe("join ana x");
    expect(await channel.track({ at: "forged" })).toBe("error");
    expect(seen).toEqual([]);
  });
});
