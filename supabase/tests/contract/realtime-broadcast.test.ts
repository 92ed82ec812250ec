/** Broadcasts between clients and from the database, in both protocol versions. */
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
let ana: Person;
let ben: Person;
beforeAll(async () => {
  project = await startProject();
  ana = project.person();
  ben = project.person();
  for (const topic of ["room:1", "notes:1", "notes:2", "tasks"]) {
    for (const person of [ana, ben]) await project.seat(topic, person, { receives: true, broadcasts: true });
  }
});
afterAll(() => project.close());

const versions = ["1.0.0", "2.0.0"] as const;
const isPrivate = { config: { private: true } };
const text = "¿Qué tal? — 日本語 🙂";

describe("a broadcast between clients", () => {
  for (const from of versions) {
    for (const to of versions) {
      it(`goes from ${from} to ${to}, but not to its sender`, async () => {
        const options = { config: { private: true, broadcast: { ack: true } } };
        const sender = (await project.client(await ana.token(), from)).channel("room:1", options);
        const echoed = collectBroadcasts(sender, "said");
        await joined(sender);
        const receiver = (await project.client(await ben.token(), to)).channel("room:1", isPrivate);
        const broadcasts = collectBroadcasts(receiver, "said");
        await joined(receiver);

        for (const n of [1, 2, 3]) {
          expect(await sender.send({ type: "broadcast", event: "said", payload: { n, text } })).toBe("ok");
        }
        for (const n of [1, 2, 3]) expect((await broadcasts.next()).payload).toEqual({ n, text });
        expect(echoed.rest()).toEqual([]);
      });
    }
  }

  it("is echoed to its sender on request", async () => {
    const options = { config: { private: true, broadcast: { self: true } } };
    const channel = (await project.client(await ana.token())).channel("room:1", options);
    const broadcasts = collectBroadcasts(channel, "said");
    await joined(channel);
    await channel.send({ type: "broadcast", event: "said", payload: { n: 1 } });
    expect((await broadcasts.next()).payload).toEqual({ n: 1 });
  });

  it("carries raw bytes", async () => {
    const channel = (await project.client(await ben.token())).channel("room:1", isPrivate);
    const broadcasts = collectBroadcasts(channel, "bytes");
    await joined(channel);
    const sender = await joined((await project.client(await ana.token())).channel("room:1", isPrivate));
    const bytes = Uint8Array.from([0, 255, 128, 10]).buffer;
    await sender.send({ type: "broadcast", event: "bytes", payload: bytes });
    expect((await broadcasts.next()).payload).toEqual(bytes);
    await sender.httpSend("bytes", bytes);
    expect((await broadcasts.next()).payload).toEqual(bytes);
  });

  it("is sent by HTTP before a join", async () => {
    const channel = (await project.client(await ben.token())).channel("room:1", isPrivate);
    const broadcasts = collectBroadcasts(channel, "said");
    await joined(channel);
    const sender = (await project.client(await ana.token())).channel("room:1", isPrivate);
    expect(await sender.httpSend("said", { n: 1, text })).toEqual({ success: true });
    expect((await broadcasts.next()).payload).toEqual({ n: 1, text });
  });

  // supabase/realtime, `Tenants.validate_payload_size`: 256 times 1000 bytes and 500 for the envelope.
  it("is limited to 256 KB and keeps the channel open", async () => {
    const options = { config: { private: true, broadcast: { ack: true } } };
    for (const version of versions) {
      const channel = await joined((await project.client(await ana.token(), version)).channel("room:1", options));
      const send = (size: number) =>
        channel.send({ type: "broadcast", event: "large", payload: { text: "x".repeat(size) } });
      expect(await send(255_000)).toBe("ok");
      expect(await send(257_000)).toBe("error");
      expect(await send(10)).toBe("ok");
    }
  });

  it("needs no policy on a public topic", async () => {
    const channel = (await project.client(null)).channel("waiting-room");
    const broadcasts = collectBroadcasts(channel, "said");
    await joined(channel);
    const sender = await joined((await project.client(await ana.token())).channel("waiting-room"));
    await sender.send({ type: "broadcast", event: "said", payload: { n: 1 } });
    expect((await broadcasts.next()).payload).toEqual({ n: 1 });
  });
});

describe("a broadcast from the database", () => {
  for (const version of versions) {
    it(`reaches ${version} from a definer trigger with its id`, async () => {
      const channel = (await project.client(await ben.token(), version)).channel("notes:1", isPrivate);
      const broadcasts = collectBroadcasts(channel, "noted");
      await joined(channel);
      await project.owner`insert into public.notes (room, body) values ('1', ${text})`;
      const { payload, meta } = await broadcasts.next();
      const [row] =
        await project.admin`select id from realtime.messages where topic = 'notes:1' order by inserted_at desc`;
      expect(payload).toMatchObject({ body: text, id: row?.id });
      expect(meta).toEqual({ id: row?.id });
    });
  }

  it("is sent at commit and not after a rollback", async () => {
    const channel = (await project.client(await ben.token())).channel("notes:1", isPrivate);
    const broadcasts = collectBroadcasts(channel, "noted");
    await joined(channel);
    const undone = project.owner.begin(async (sql) => {
      await sql`insert into public.notes (room, body) values ('1', 'undone')`;
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await project.owner`insert into public.notes (room, body) values ('1', 'after')`;
    expect((await broadcasts.next()).payload).toMatchObject({ body: "after" });
  });

  it("keeps the order of small and large messages", async () => {
    const channel = (await project.client(await ben.token())).channel("notes:2", isPrivate);
    const broadcasts = collectBroadcasts(channel, "noted");
    await joined(channel);
    const bodies = Array.from({ length: 60 }, (_, n) => `${n}:${"é".repeat(n % 3 === 0 ? 9000 : n * 61)}`);
    for (let n = 0; n < bodies.length; n += 4) {
      await project.owner.begin(async (sql) => {
        for (const body of bodies.slice(n, n + 4)) {
          await sql`insert into public.notes (room, body) values ('2', ${body})`;
        }
      });
    }
    const received: unknown[] = [];
    while (received.length < bodies.length) received.push((await broadcasts.next()).payload);
    expect(received).toMatchObject(bodies.map((body) => ({ body })));
  });

  it("contains the change of a row", async () => {
    const channel = (await project.client(await ben.token())).channel("tasks", isPrivate);
    const broadcasts = collectBroadcasts(channel, "*");
    await joined(channel);
    const common = { schema: "public", table: "tasks" };
    await project.owner`insert into public.tasks values (1, 'write')`;
    const inserted = { ...common, operation: "INSERT", record: { id: 1, title: "write" }, old_record: null };
    expect((await broadcasts.next()).payload).toMatchObject(inserted);
    await project.owner`update public.tasks set title = 'rewrite'`;
    const before = { id: 1, title: "write" };
    const after = { id: 1, title: "rewrite" };
    const updated = { ...common, operation: "UPDATE", record: after, old_record: before };
    expect((await broadcasts.next()).payload).toMatchObject(updated);
    await project.owner`delete from public.tasks`;
    const deleted = { ...common, operation: "DELETE", record: null, old_record: after };
    expect((await broadcasts.next()).payload).toMatchObject(deleted);
  });

  it("never breaks the write", async () => {
    const [row] = await project.owner`select 1 as done from realtime.send('[1, 2]', 'list', 'notes:1')`;
    expect(row).toEqual({ done: 1 });
  });
});

describe("after a lost connection", () => {
  it("to the database every channel rejoins and receives", async () => {
    const channel = (await project.client(await ben.token())).channel("notes:1", isPrivate);
    const broadcasts = collectBroadcasts(channel, "noted");
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await project.admin`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'`;
    expect((await statuses.next()).status).toBe("CHANNEL_ERROR");
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await project.owner`insert into public.notes (room, body) values ('1', 'after')`;
    expect((await broadcasts.next()).payload).toMatchObject({ body: "after" });
  });

  it("to a killed Postgres channels rejoin without a denial", async () => {
    const channel = (await project.client(await ben.token())).channel("notes:1", isPrivate);
    const broadcasts = collectBroadcasts(channel, "noted");
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    const [postmaster] = await project.admin`select pg_read_file('postmaster.pid') as lock`;
    process.kill(Number(String(postmaster?.lock).split("\n")[0]), "SIGKILL");
    let last = await statuses.next();
    while (last.status !== "SUBSCRIBED") {
      expect(last.reason).not.toContain("Unauthorized");
      last = await statuses.next();
    }
    await project.owner`insert into public.notes (room, body) values ('1', 'after')`;
    expect((await broadcasts.next()).payload).toMatchObject({ body: "after" });
  });

  it("to a restarted server the client reconnects", async () => {
    const channel = (await project.client(await ben.token())).channel("notes:1", isPrivate);
    const broadcasts = collectBroadcasts(channel, "noted");
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await project.restart();
    expect((await statuses.next()).status).toBe("CHANNEL_ERROR");
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await project.owner`insert into public.notes (room, body) values ('1', 'again')`;
    expect((await broadcasts.next()).payload).toMatchObject({ body: "again" });
  });

  it("the new server deletes old messages", async () => {
    await project.admin`
      insert into realtime.messages (topic, extension, inserted_at) values ('old', 'broadcast', now() - interval '4 days')`;
    await project.restart();
    expect(await project.admin`select from realtime.messages where topic = 'old'`).toHaveLength(0);
    expect(await project.admin`select from realtime.messages where topic = 'tasks'`).not.toHaveLength(0);
  });
});

/** Only prints the timings, so that a busy machine does not fail a test. */
describe("timing", () => {
  it("prints the latency of broadcasts and joins", async () => {
    const receiver = (await project.client(await ben.token())).channel("notes:1", isPrivate);
    const sent = collectBroadcasts(receiver, "said");
    const noted = collectBroadcasts(receiver, "noted");
    await joined(receiver);
    await project.seat("notes:1", ana, { receives: true, broadcasts: true });
    const sender = await joined((await project.client(await ana.token())).channel("notes:1", isPrivate));
    const measure = async (name: string, once: (n: number) => Promise<void>) => {
      const times: number[] = [];
      for (let n = 0; n < 60; n += 1) {
        const start = performance.now();
        await once(n);
        times.push(performance.now() - start);
      }
      times.sort((a, b) => a - b);
      const at = (share: number) => (times[Math.floor(share * times.length)] ?? Number.NaN).toFixed(1);
      console.log(`realtime: ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
    };
    await measure("client to client", async (n) => {
      await sender.send({ type: "broadcast", event: "said", payload: { n } });
      await sent.next();
    });
    await measure("insert with trigger to client", async () => {
      await project.owner`insert into public.notes (room, body) values ('1', 'x')`;
      await noted.next();
    });
    await measure("the same, 20 KB", async () => {
      await project.owner`insert into public.notes (room, body) values ('1', ${"x".repeat(20_000)})`;
      await noted.next();
    });
    const client = await project.client(await ana.token());
    await measure("join of a private topic", async () => {
      await client.removeChannel(await joined(client.channel("notes:1", isPrivate)));
    });
  });
});
