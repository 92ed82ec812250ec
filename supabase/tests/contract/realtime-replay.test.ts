/** Replay of stored broadcasts to a join. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  collectBroadcasts,
  joined,
  type Person,
  type RealtimeProject,
  startProject,
  subscribe,
} from "./realtime.support.ts";

let project: RealtimeProject;
let ben: Person;
beforeAll(async () => {
  project = await startProject();
  ben = project.person();
});
afterAll(() => project.close());

const versions = ["1.0.0", "2.0.0"] as const;

// supabase/realtime, `Realtime.Messages.replay` and `RealtimeChannel.handle_info({:replay, …})`.
describe("replay", () => {
  const store = (topic: string, n: number, isPrivateMessage = true) =>
    project.admin`select realtime.send(jsonb_build_object('n', ${n}::int), 'said', ${topic}, ${isPrivateMessage})`;
  const replaying = (replay: { since: number; limit?: number }) => ({
    config: { private: true, broadcast: { replay } },
  });
  const minuteAgo = () => Date.now() - 60_000;
  const payload = (n: number) => expect.objectContaining({ n });

  for (const version of versions) {
    it(`sends the newest stored broadcasts to ${version}, oldest first`, async () => {
      const topic = `replayed:${version}`;
      await project.seat(topic, ben, { receives: true });
      for (const n of [1, 2, 3]) await store(topic, n);
      await store(topic, 4, false);
      await store("tasks", 5);
      const channel = (await project.client(await ben.token(), version)).channel(
        topic,
        replaying({ since: minuteAgo(), limit: 2 }),
      );
      const broadcasts = collectBroadcasts(channel, "said");
      await joined(channel);
      for (const n of [2, 3]) {
        expect(await broadcasts.next()).toEqual({
          payload: payload(n),
          meta: { replayed: true, id: expect.any(String) },
        });
      }
      await store(topic, 6);
      expect(await broadcasts.next()).toEqual({ payload: payload(6), meta: { id: expect.any(String) } });
      expect(broadcasts.rest()).toEqual([]);
    });
  }

  it("starts at its time and has at most 25 messages", async () => {
    await project.seat("replayed:many", ben, { receives: true });
    for (let n = 1; n <= 27; n++) await store("replayed:many", n);
    await project.admin`
      update realtime.messages set inserted_at = inserted_at - interval '1 hour'
      where topic = 'replayed:many' and (payload ->> 'n')::int = 27`;
    const channel = (await project.client(await ben.token())).channel(
      "replayed:many",
      replaying({ since: minuteAgo(), limit: 99 }),
    );
    const broadcasts = collectBroadcasts(channel, "said");
    await joined(channel);
    for (let n = 2; n <= 26; n++) expect((await broadcasts.next()).payload).toEqual(payload(n));
    await store("replayed:many", 28);
    expect((await broadcasts.next()).payload).toEqual(payload(28));
  });

  it("neither loses nor repeats a broadcast during the join", async () => {
    await project.seat("replayed:busy", ben, { receives: true });
    let last = 0;
    let writing = true;
    const writer = (async () => {
      while (writing && last < 20) await store("replayed:busy", ++last);
    })();
    const channel = (await project.client(await ben.token())).channel(
      "replayed:busy",
      replaying({ since: minuteAgo() }),
    );
    const broadcasts = collectBroadcasts(channel, "said");
    await joined(channel);
    writing = false;
    await writer;
    for (let n = 1; n <= last; n++) expect((await broadcasts.next()).payload).toEqual(payload(n));
    expect(broadcasts.rest()).toEqual([]);
  });

  it("needs the permission to receive", async () => {
    await project.seat("replayed:secret", ben, {});
    await store("replayed:secret", 1);
    const channel = (await project.client(await ben.token())).channel(
      "replayed:secret",
      replaying({ since: minuteAgo() }),
    );
    const broadcasts = collectBroadcasts(channel, "said");
    expect((await subscribe(channel).next()).status).toBe("CHANNEL_ERROR");
    expect(broadcasts.rest()).toEqual([]);
  });
});
