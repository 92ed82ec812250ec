/** The attacker's cases: who is kept out of a topic, and how that is said. */
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
  it("refuses a private topic of others, in the real server's words", async () => {
    const owner = project.person();
    await project.seat("room:1", owner, { hears: true });
    const stranger = await project.client(await project.person().token());
    const { status, reason } = await subscribe(stranger.channel("room:1", isPrivate)).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toBe("Unauthorized: You do not have permissions to read from this Channel topic: room:1");
  });

  it("refuses the API key alone", async () => {
    const { status, reason } = await subscribe((await project.client(null)).channel("room:1", isPrivate)).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toContain("Unauthorized");
  });

  it("keeps private messages from a public join of the same name", async () => {
    const member = project.person();
    await project.seat("room:2", member, { hears: true, speaks: true });
    const attacker = await project.client(await project.person().token());
    const overheard = attacker.channel("room:2");
    const stolen = collectBroadcasts(overheard, "*");
    await joined(overheard);
    const listener = (await project.client(await member.token())).channel("room:2", isPrivate);
    const heard = collectBroadcasts(listener, "secret");
    await joined(listener);

    await project.owner`select realtime.send('{"from":"database"}', 'secret', 'room:2', true)`;
    expect((await heard.next()).payload).toMatchObject({ from: "database" });
    const speaker = await joined((await project.client(await member.token())).channel("room:2", isPrivate));
    await speaker.send({ type: "broadcast", event: "secret", payload: { from: "client" } });
    expect((await heard.next()).payload).toEqual({ from: "client" });
    // Whatever went astray would have come before this one.
    await project.owner`select realtime.send('{"n":1}', 'open', 'room:2', false)`;
    expect((await stolen.next()).payload).toMatchObject({ n: 1 });
    expect(stolen.rest()).toEqual([]);
  });

  it("refuses when a policy fails, and logs no more than its SQLSTATE", async () => {
    const { status, reason } = await subscribe(
      (await project.client(await project.person().token())).channel("broken:topic", isPrivate),
    ).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toContain("Unauthorized");
    expect(project.lines).toContain("realtime: a policy on realtime.messages failed with SQLSTATE 22P02");
    expect(project.lines.join("\n")).not.toContain("broken:topic");
  });

  it("asks for broadcast and presence apart", async () => {
    const [watcher, listener] = [project.person(), project.person()];
    await project.seat("room:3", watcher, { sees: true });
    await project.seat("room:3", listener, { hears: true });
    const presence = { config: { private: true, presence: { enabled: true } } };
    const channel = (await project.client(await watcher.token())).channel("room:3", presence);
    const overheard = collectBroadcasts(channel, "*");
    const synced = new Promise((resolve) => channel.on("presence", { event: "sync" }, () => resolve("synced")));
    await joined(channel);
    expect(await synced).toBe("synced");
    const witness = (await project.client(await listener.token())).channel("room:3", isPrivate);
    const heard = collectBroadcasts(witness, "secret");
    await joined(witness);
    await project.owner`select realtime.send('{}', 'secret', 'room:3', true)`;
    await heard.next();
    await project.owner`select realtime.send('{}', 'secret', 'room:3', true)`;
    await heard.next();
    expect(overheard.rest()).toEqual([]);
    const without = (await project.client(await watcher.token())).channel("room:3", isPrivate);
    expect((await subscribe(without).next()).reason).toContain("Unauthorized");
  });

  it("leaves no trace of the questions in the table", async () => {
    const [row] = await project.admin`select count(*)::int as count from realtime.messages where event is null`;
    expect(row).toEqual({ count: 0 });
  });
});

describe("writing", () => {
  it("refuses a topic that only its owner may write, by socket and by HTTP", async () => {
    const [owner, other] = [project.person(), project.person()];
    await project.seat("signal:a:b", owner, { hears: true, speaks: true });
    await project.seat("signal:a:b", other, { hears: true });
    const ack = { config: { private: true, broadcast: { ack: true } } };
    const listener = (await project.client(await owner.token())).channel("signal:a:b", isPrivate);
    const heard = collectBroadcasts(listener, "signal");
    await joined(listener);

    const token = await other.token();
    const loud = await joined((await project.client(token)).channel("signal:a:b", ack));
    expect(await sendWithoutAck(loud, "signal", { forged: 1 })).toBe("timed out");
    const silent = await joined((await project.client(token)).channel("signal:a:b", isPrivate));
    expect(await silent.send({ type: "broadcast", event: "signal", payload: { forged: 2 } })).toBe("ok");
    const old = await joined((await project.client(token, "1.0.0")).channel("signal:a:b", ack));
    expect(await sendWithoutAck(old, "signal", { forged: 3 })).toBe("timed out");
    await expect(silent.httpSend("signal", { forged: 4 })).rejects.toThrow("Unauthorized");
    const batch = await post("/api/broadcast", token, {
      messages: [{ topic: "signal:a:b", event: "signal", payload: { forged: 5 }, private: true }],
    });
    expect(batch.status).toBe(202);

    const real = await joined((await project.client(await owner.token())).channel("signal:a:b", ack));
    expect(await real.send({ type: "broadcast", event: "signal", payload: { real: true } })).toBe("ok");
    expect((await heard.next()).payload).toEqual({ real: true });
    expect(heard.rest()).toEqual([]);
  });

  it("refuses presence where it may not be written", async () => {
    const person = project.person();
    await project.seat("room:4", person, { hears: true, sees: true });
    const channel = await joined((await project.client(await person.token())).channel("room:4", isPrivate));
    expect(await channel.track({ name: "x" })).toBe("error");
  });
});

describe("tokens", () => {
  it("refuses a forged, an expired and a malformed one with its reason, on public topics too", async () => {
    const person = project.person();
    await project.seat("room:5", person, { hears: true });
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

  it("closes the topic when the token ends, and says so", async () => {
    const person = project.person();
    await project.seat("room:6", person, { hears: true });
    const channel = (await project.client(await person.token(2))).channel("room:6", isPrivate);
    const said = new Promise((resolve) => channel.on("system", {}, resolve));
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    expect(await said).toMatchObject({ extension: "system", status: "error", channel: "room:6" });
    expect((await statuses.next()).status).toBe("CLOSED");
  });

  it("keeps a renewed topic open past the first token's end", async () => {
    const person = project.person();
    await project.seat("room:7", person, { hears: true });
    const client = await project.client(await person.token(2));
    const channel = client.channel("room:7", isPrivate);
    const heard = collectBroadcasts(channel, "late");
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await client.setAuth(await person.token(600));
    const witness = (await project.client(await person.token(3))).channel("room:7", isPrivate);
    const witnessed = subscribe(witness);
    expect((await witnessed.next()).status).toBe("SUBSCRIBED");
    expect((await witnessed.next()).status).toBe("CLOSED");
    await project.owner`select realtime.send('{}', 'late', 'room:7', true)`;
    await heard.next();
    expect(statuses.rest()).toEqual([]);
  });

  it("asks the policies again on renewal, and closes what may no longer be read", async () => {
    const losses = [
      [{}, "You do not have permissions to read from this Channel topic: room:8"],
      [{ sees: true }, "You no longer have permission to read from this Channel topic: room:8"],
    ] as const;
    for (const [left, message] of losses) {
      const person = project.person();
      await project.seat("room:8", person, { hears: true, sees: true });
      const client = await project.client(await person.token());
      const channel = client.channel("room:8", { config: { private: true, presence: { enabled: true } } });
      const said = new Promise((resolve) => channel.on("system", {}, resolve));
      const statuses = subscribe(channel);
      expect((await statuses.next()).status).toBe("SUBSCRIBED");
      await project.seat("room:8", person, left);
      await client.setAuth(await person.token(601));
      expect(await said).toMatchObject({ status: "error", message });
      expect((await statuses.next()).status).toBe("CLOSED");
    }
  });

  it("gives with a renewal what has been allowed since", async () => {
    const person = project.person();
    await project.seat("room:11", person, { hears: true });
    const client = await project.client(await person.token());
    const channel = client.channel("room:11", { config: { private: true, broadcast: { ack: true, self: true } } });
    const heard = collectBroadcasts(channel, "said");
    await joined(channel);
    expect(await sendWithoutAck(channel, "said", { n: 1 })).toBe("timed out");
    await project.seat("room:11", person, { hears: true, speaks: true });
    await client.setAuth(await person.token(601));
    expect(await channel.send({ type: "broadcast", event: "said", payload: { n: 2 } })).toBe("ok");
    expect((await heard.next()).payload).toEqual({ n: 2 });
  });

  it("closes the topic when a renewal brings a forged token", async () => {
    const person = project.person();
    await project.seat("room:9", person, { hears: true });
    const client = await project.client(await person.token());
    const statuses = subscribe(client.channel("room:9", isPrivate));
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await client.setAuth(await project.forgedToken(person.id));
    expect((await statuses.next()).status).toBe("CLOSED");
  });

  it("lets no socket in without a key, and no request without a token", async () => {
    for (const apikey of ["", "wrong", await project.forgedToken(project.person().id)]) {
      const socket = new WebSocket(`${project.socketUrl}?apikey=${apikey}&vsn=2.0.0`);
      const outcome = await new Promise((resolve) => {
        socket.onopen = () => resolve("open");
        socket.onerror = () => resolve("refused");
      });
      expect(outcome).toBe("refused");
    }
    const message = { messages: [{ topic: "x", event: "y", payload: {} }] };
    expect((await post("/api/broadcast", null, message)).status).toBe(401);
    expect((await post("/api/broadcast", await project.forgedToken(project.person().id), message)).status).toBe(401);
  });

  it("gives the service role every topic", async () => {
    const person = project.person();
    await project.seat("room:10", person, { hears: true });
    const channel = (await project.client(await person.token())).channel("room:10", isPrivate);
    const heard = collectBroadcasts(channel, "notice");
    await joined(channel);
    const messages = [{ topic: "room:10", event: "notice", payload: { from: "server" }, private: true }];
    expect((await post("/api/broadcast", SECRET_KEY, { messages })).status).toBe(202);
    expect((await heard.next()).payload).toEqual({ from: "server" });
  });
});

describe("role postgres", () => {
  it("makes policies on realtime.messages and nothing else in schema realtime, as hosted", async () => {
    await project.owner`create policy "temporary" on realtime.messages for select to anon using (false)`;
    await project.owner`drop policy "temporary" on realtime.messages`;
    for (const statement of [
      "alter table realtime.messages add column extra text",
      "alter table realtime.messages disable row level security",
      "drop table realtime.messages",
      "drop trigger notify_message on realtime.messages",
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
