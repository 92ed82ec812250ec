/** Attacks on topics: which are denied, and with which error. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  collectBroadcasts,
  joined,
  type RealtimeProject,
  SECRET_KEY,
  sendWithoutAck,
  startProject,
  subscribe,
} from "./realtime.support.ts";

let project: RealtimeProject;
beforeAll(async () => {
  project = await startProject();
});
afterAll(() => project.close());

const isPrivate = { config: { private: true } };

describe("reading", () => {
  it("denies others a private topic with the real message", async () => {
    const owner = project.person();
    await project.seat("room:1", owner, { receives: true });
    const stranger = await project.client(await project.person().token());
    const { status, reason } = await subscribe(stranger.channel("room:1", isPrivate)).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toBe("Unauthorized: You do not have permissions to read from this Channel topic: room:1");
  });

  it("denies the API key alone", async () => {
    const { status, reason } = await subscribe((await project.client(null)).channel("room:1", isPrivate)).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toContain("Unauthorized");
  });

  it("hides private messages from a public join", async () => {
    const member = project.person();
    await project.seat("room:2", member, { receives: true, broadcasts: true });
    const attacker = await project.client(await project.person().token());
    const publicChannel = attacker.channel("room:2");
    const leaked = collectBroadcasts(publicChannel, "*");
    await joined(publicChannel);
    const listener = (await project.client(await member.token())).channel("room:2", isPrivate);
    const broadcasts = collectBroadcasts(listener, "secret");
    await joined(listener);

    await project.owner`select realtime.send('{"from":"database"}', 'secret', 'room:2', true)`;
    expect((await broadcasts.next()).payload).toMatchObject({ from: "database" });
    const speaker = await joined((await project.client(await member.token())).channel("room:2", isPrivate));
    await speaker.send({ type: "broadcast", event: "secret", payload: { from: "client" } });
    expect((await broadcasts.next()).payload).toEqual({ from: "client" });
    // A leaked message would have arrived before this one.
    await project.owner`select realtime.send('{"n":1}', 'open', 'room:2', false)`;
    expect((await leaked.next()).payload).toMatchObject({ n: 1 });
    expect(leaked.rest()).toEqual([]);
  });

  it("is denied when a policy fails; logs its SQLSTATE only", async () => {
    const { status, reason } = await subscribe(
      (await project.client(await project.person().token())).channel("broken:topic", isPrivate),
    ).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toContain("Unauthorized");
    expect(project.lines).toContain("realtime: a policy on realtime.messages failed with SQLSTATE 22P02");
    expect(project.lines.join("\n")).not.toContain("broken:topic");
  });

  it("has separate permissions for broadcast and presence", async () => {
    const [watcher, listener] = [project.person(), project.person()];
    await project.seat("room:3", watcher, { sees: true });
    await project.seat("room:3", listener, { receives: true });
    const presence = { config: { private: true, presence: { enabled: true } } };
    const channel = (await project.client(await watcher.token())).channel("room:3", presence);
    const leaked = collectBroadcasts(channel, "*");
    const synced = new Promise((resolve) => channel.on("presence", { event: "sync" }, () => resolve("synced")));
    await joined(channel);
    expect(await synced).toBe("synced");
    const witness = (await project.client(await listener.token())).channel("room:3", isPrivate);
    const broadcasts = collectBroadcasts(witness, "secret");
    await joined(witness);
    await project.owner`select realtime.send('{}', 'secret', 'room:3', true)`;
    await broadcasts.next();
    await project.owner`select realtime.send('{}', 'secret', 'room:3', true)`;
    await broadcasts.next();
    expect(leaked.rest()).toEqual([]);
    const without = (await project.client(await watcher.token())).channel("room:3", isPrivate);
    expect((await subscribe(without).next()).reason).toContain("Unauthorized");
  });

  it("leaves no probe rows in the table", async () => {
    const [row] = await project.admin`select count(*)::int as count from realtime.messages where event is null`;
    expect(row).toEqual({ count: 0 });
  });
});

describe("writing", () => {
  it("is denied by socket and HTTP without permission", async () => {
    const [owner, other] = [project.person(), project.person()];
    await project.seat("signal:a:b", owner, { receives: true, broadcasts: true });
    await project.seat("signal:a:b", other, { receives: true });
    const ack = { config: { private: true, broadcast: { ack: true } } };
    const listener = (await project.client(await owner.token())).channel("signal:a:b", isPrivate);
    const broadcasts = collectBroadcasts(listener, "signal");
    await joined(listener);

    const token = await other.token();
    const withAck = await joined((await project.client(token)).channel("signal:a:b", ack));
    expect(await sendWithoutAck(withAck, "signal", { forged: 1 })).toBe("timed out");
    const withoutAck = await joined((await project.client(token)).channel("signal:a:b", isPrivate));
    expect(await withoutAck.send({ type: "broadcast", event: "signal", payload: { forged: 2 } })).toBe("ok");
    const old = await joined((await project.client(token, "1.0.0")).channel("signal:a:b", ack));
    expect(await sendWithoutAck(old, "signal", { forged: 3 })).toBe("timed out");
    await expect(withoutAck.httpSend("signal", { forged: 4 })).rejects.toThrow("Unauthorized");
    const batch = await post("/api/broadcast", token, {
      messages: [{ topic: "signal:a:b", event: "signal", payload: { forged: 5 }, private: true }],
    });
    expect(batch.status).toBe(202);

    const real = await joined((await project.client(await owner.token())).channel("signal:a:b", ack));
    expect(await real.send({ type: "broadcast", event: "signal", payload: { real: true } })).toBe("ok");
    expect((await broadcasts.next()).payload).toEqual({ real: true });
    expect(broadcasts.rest()).toEqual([]);
  });

  it("presence is denied without permission", async () => {
    const person = project.person();
    await project.seat("room:4", person, { receives: true, sees: true });
    const channel = await joined((await project.client(await person.token())).channel("room:4", isPrivate));
    expect(await channel.track({ name: "x" })).toBe("error");
  });
});

describe("tokens", () => {
  it("are rejected when forged, expired or malformed", async () => {
    const person = project.person();
    await project.seat("room:5", person, { receives: true });
    const reasonFor = async (token: string, options: { config: { private: boolean } }) => {
      const { status, reason } = await subscribe((await project.client(token)).channel("room:5", options)).next();
      expect(status).toBe("CHANNEL_ERROR");
      return reason;
    };
    for (const options of [isPrivate, { config: { private: false } }]) {
      const forged = await project.forgedToken(person.id);
      expect(await reasonFor(forged, options)).toBe("JwtSignatureError: Failed to validate JWT signature");
      expect(await reasonFor(await person.token(-60), options)).toMatch(/^InvalidJWTToken: Token has expired \d+ /u);
      expect(await reasonFor("nonsense", options)).toBe("MalformedJWT: The token provided is not a valid JWT");
      const [header, payload] = forged.split(".");
      expect(await reasonFor(`${header}.${payload}.`, options)).toContain("JwtSignatureError");
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
      expect(await reasonFor(`${none}.${payload}.`, options)).toContain("JwtSignatureError");
    }
  });

  it("close their topic with a message when they expire", async () => {
    const person = project.person();
    await project.seat("room:6", person, { receives: true });
    const channel = (await project.client(await person.token(2))).channel("room:6", isPrivate);
    const systemMessage = new Promise((resolve) => channel.on("system", {}, resolve));
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    expect(await systemMessage).toMatchObject({ extension: "system", status: "error", channel: "room:6" });
    expect((await statuses.next()).status).toBe("CLOSED");
  });

  it("keep a topic open when renewed in time", async () => {
    const person = project.person();
    await project.seat("room:7", person, { receives: true });
    const client = await project.client(await person.token(2));
    const channel = client.channel("room:7", isPrivate);
    const broadcasts = collectBroadcasts(channel, "late");
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await client.setAuth(await person.token(600));
    const witness = (await project.client(await person.token(3))).channel("room:7", isPrivate);
    const witnessed = subscribe(witness);
    expect((await witnessed.next()).status).toBe("SUBSCRIBED");
    expect((await witnessed.next()).status).toBe("CLOSED");
    await project.owner`select realtime.send('{}', 'late', 'room:7', true)`;
    await broadcasts.next();
    expect(statuses.rest()).toEqual([]);
  });

  it("close a topic that a renewal may not read", async () => {
    const losses = [
      [{}, "You do not have permissions to read from this Channel topic: room:8"],
      [{ sees: true }, "You no longer have permission to read from this Channel topic: room:8"],
    ] as const;
    for (const [left, message] of losses) {
      const person = project.person();
      await project.seat("room:8", person, { receives: true, sees: true });
      const client = await project.client(await person.token());
      const channel = client.channel("room:8", { config: { private: true, presence: { enabled: true } } });
      const systemMessage = new Promise((resolve) => channel.on("system", {}, resolve));
      const statuses = subscribe(channel);
      expect((await statuses.next()).status).toBe("SUBSCRIBED");
      await project.seat("room:8", person, left);
      await client.setAuth(await person.token(601));
      expect(await systemMessage).toMatchObject({ status: "error", message });
      expect((await statuses.next()).status).toBe("CLOSED");
    }
  });

  it("get new permissions with a renewal", async () => {
    const person = project.person();
    await project.seat("room:11", person, { receives: true });
    const client = await project.client(await person.token());
    const channel = client.channel("room:11", { config: { private: true, broadcast: { ack: true, self: true } } });
    const broadcasts = collectBroadcasts(channel, "said");
    await joined(channel);
    expect(await sendWithoutAck(channel, "said", { n: 1 })).toBe("timed out");
    await project.seat("room:11", person, { receives: true, broadcasts: true });
    await client.setAuth(await person.token(601));
    expect(await channel.send({ type: "broadcast", event: "said", payload: { n: 2 } })).toBe("ok");
    expect((await broadcasts.next()).payload).toEqual({ n: 2 });
  });

  it("close the topic when a renewal is forged", async () => {
    const person = project.person();
    await project.seat("room:9", person, { receives: true });
    const client = await project.client(await person.token());
    const statuses = subscribe(client.channel("room:9", isPrivate));
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await client.setAuth(await project.forgedToken(person.id));
    expect((await statuses.next()).status).toBe("CLOSED");
  });

  it("or keys are required for sockets and requests", async () => {
    for (const apikey of ["", "wrong", await project.forgedToken(project.person().id)]) {
      const socket = new WebSocket(`${project.socketUrl}?apikey=${apikey}&vsn=2.0.0`);
      const outcome = await new Promise((resolve) => {
        socket.onopen = () => resolve("open");
        socket.onerror = () => resolve("rejected");
      });
      expect(outcome).toBe("rejected");
    }
    const message = { messages: [{ topic: "x", event: "y", payload: {} }] };
    expect((await post("/api/broadcast", null, message)).status).toBe(401);
    expect((await post("/api/broadcast", await project.forgedToken(project.person().id), message)).status).toBe(401);
  });

  it("for the service role may write every topic", async () => {
    const person = project.person();
    await project.seat("room:10", person, { receives: true });
    const channel = (await project.client(await person.token())).channel("room:10", isPrivate);
    const broadcasts = collectBroadcasts(channel, "notice");
    await joined(channel);
    const messages = [{ topic: "room:10", event: "notice", payload: { from: "server" }, private: true }];
    expect((await post("/api/broadcast", SECRET_KEY, { messages })).status).toBe(202);
    expect((await broadcasts.next()).payload).toEqual({ from: "server" });
  });
});

describe("role postgres", () => {
  // supabase/postgres, supautils `policy_grants` and `drop_trigger_grants`: policies and triggers, and nothing else.
  it("may only create policies and triggers in the schema realtime", async () => {
    await project.owner`create policy "temporary" on realtime.messages for select to anon using (false)`;
    await project.owner`drop policy "temporary" on realtime.messages`;
    await project.owner`create trigger temporary before update on realtime.messages
      for each row execute function suppress_redundant_updates_trigger()`;
    await project.owner`drop trigger temporary on realtime.messages`;
    for (const statement of [
      "alter table realtime.messages add column extra text",
      "alter table realtime.messages disable row level security",
      "drop table realtime.messages",
      "create table realtime.mine ()",
      "drop function realtime.topic()",
    ]) {
      await expect(project.owner.unsafe(statement), statement).rejects.toMatchObject({ code: "42501" });
    }
    for (const statement of [
      "select * from realtime.may_read('t', 'authenticated', '{}')",
      "select * from realtime.may_write('t', 'authenticated', '{}', 'broadcast')",
      "select realtime.become('t', 'authenticated', '{}')",
    ]) {
      await expect(project.owner.unsafe(statement), statement).rejects.toMatchObject({ code: "42501" });
    }
  });
});

async function post(path: string, token: string | null, body: unknown): Promise<Response> {
  return fetch(project.http + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}
