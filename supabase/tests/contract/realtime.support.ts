/** A small project for the Realtime tests: a database, policies created by role `postgres`, a server, tokens. */
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { generateKeyPair, jwtVerify, SignJWT } from "jose";
import postgres from "postgres";
import { type JwtClaims, jwtClaims } from "../../../local/jwtClaims.ts";
import { startDatabase } from "../../../local/postgres/index.ts";
import { type Realtime, startRealtime } from "../../../local/realtime/index.ts";
import type { PlanName } from "../../../local/realtime/limits.ts";
import { copyDatabase } from "../../../tests/support/databaseTemplates.ts";

export const PUBLISHABLE_KEY = "sb_publishable_test";
export const SECRET_KEY = "sb_secret_test";

/** The table `seats` has the permissions by topic. A definer trigger broadcasts each note on `notes:<room>`. */
const PROJECT_SQL = `
create schema private;
create table public.seats (
  topic text not null, user_id uuid not null,
  receives boolean not null default false, broadcasts boolean not null default false,
  sees boolean not null default false, tracks boolean not null default false,
  primary key (topic, user_id)
);
create function private.seat() returns setof public.seats language sql stable security definer set search_path = '' as $$
  select * from public.seats where topic = (select realtime.topic()) and user_id = (select auth.uid())
$$;
grant usage on schema private to authenticated;
revoke all on public.seats from anon, authenticated;
create policy "receive" on realtime.messages for select to authenticated
  using (exists (select from private.seat() where case extension when 'broadcast' then receives else sees end));
create policy "send" on realtime.messages for insert to authenticated
  with check (exists (select from private.seat() where case extension when 'broadcast' then broadcasts else tracks end));
create policy "breaks" on realtime.messages for select to authenticated
  using (case when (select realtime.topic()) like 'broken:%' then (select realtime.topic())::uuid is not null else false end);

create table public.notes (id bigint generated always as identity primary key, room text not null, body text not null);
create function private.broadcast_note() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('n', new.id, 'body', new.body), 'noted', 'notes:' || new.room);
  return null;
end $$;
create trigger broadcast_note after insert on public.notes for each row execute function private.broadcast_note();

create table public.tasks (id int primary key, title text not null);
create function private.broadcast_task() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.broadcast_changes('tasks', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  return null;
end $$;
create trigger broadcast_task after insert or update or delete on public.tasks for each row execute function private.broadcast_task();
`;

export interface Person {
  readonly id: string;
  /** @param lifetime seconds */
  token(lifetime?: number): Promise<string>;
}

export interface Seat {
  readonly receives?: boolean;
  readonly broadcasts?: boolean;
  readonly sees?: boolean;
  readonly tracks?: boolean;
}

export type RealtimeProject = Awaited<ReturnType<typeof startProject>>;

export async function startProject() {
  const data = await mkdtemp(join(tmpdir(), "realtime-test-"));
  // Postgres runs as another user when the tests run as root, so the folder must be readable.
  await chmod(data, 0o755);
  await copyDatabase("empty", data);
  const database = await startDatabase({ root: data, data, migrations: false, temporary: true });
  // As in the stack: nothing catches a query for array types that is cut off when Postgres is killed.
  const options = { fetch_types: false, onnotice: () => {} };
  const admin = postgres(database.adminUrl, { max: 4, ...options });
  const owner = postgres(database.url, { max: 2, ...options });
  await owner.unsafe(PROJECT_SQL);

  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const { privateKey: foreignKey } = await generateKeyPair("ES256");
  const verify = async (token: string): Promise<JwtClaims | null> => {
    if (token === PUBLISHABLE_KEY) return { role: "anon" };
    if (token === SECRET_KEY) return { role: "service_role" };
    try {
      const { payload } = await jwtVerify(token, publicKey, { algorithms: ["ES256"] });
      return jwtClaims.partial().required({ role: true }).parse(payload);
    } catch {
      return null;
    }
  };
  const sign = (id: string, key: CryptoKey, lifetime: number) =>
    new SignJWT({ role: "authenticated", is_anonymous: true })
      .setProtectedHeader({ alg: "ES256", typ: "JWT" })
      .setSubject(id)
      .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
      .sign(key);

  const lines: string[] = [];
  let tick = () => {};
  const every = (_interval: number, task: () => void) => {
    tick = task;
    return () => {};
  };
  const start = (plan: PlanName = "free") =>
    startRealtime({ url: database.adminUrl, sql: admin, verify, plan, every, log: (line) => lines.push(line) });
  let realtime: Realtime = await start();
  const server = createServer((req, res) => void realtime.handleRequest(req, res));
  server.on("upgrade", (req, socket, head) => realtime.handleUpgrade(req, socket, head));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const base = `127.0.0.1:${address.port}/realtime/v1`;
  const clients: RealtimeClient[] = [];

  const person = (): Person => {
    const id = randomUUID();
    return { id, token: (lifetime = 600) => sign(id, privateKey, lifetime) };
  };

  return {
    admin,
    /** Role `postgres`, as migrations run. */
    owner,
    http: `http://${base}`,
    socketUrl: `ws://${base}/websocket`,
    /** The log of the server. */
    lines,
    person,
    /** Ends a rate interval. Rates change only by this here. */
    tickRates: () => tick(),
    /** Returns a token signed by a foreign key. */
    forgedToken: (id: string) => sign(id, foreignKey, 600),

    async seat(topic: string, { id }: Person, seat: Seat): Promise<void> {
      const row = { topic, user_id: id, receives: false, broadcasts: false, sees: false, tracks: false, ...seat };
      await owner`
        insert into public.seats ${owner(row)} on conflict (topic, user_id) do update
        set (receives, broadcasts, sees, tracks) = (excluded.receives, excluded.broadcasts, excluded.sees, excluded.tracks)`;
    },

    /** Returns the unmodified client with this token, or with the API key alone. */
    async client(token: string | null, vsn: "1.0.0" | "2.0.0" = "2.0.0"): Promise<RealtimeClient> {
      const client = new RealtimeClient(`ws://${base}`, { params: { apikey: PUBLISHABLE_KEY }, vsn });
      clients.push(client);
      if (token !== null) await client.setAuth(token);
      return client;
    },

    /** Replaces the server, which resets all counters. */
    async restart(plan?: PlanName): Promise<void> {
      await realtime.close();
      lines.length = 0;
      realtime = await start(plan);
    },

    async close(): Promise<void> {
      await Promise.all(clients.map((client) => client.disconnect()));
      await realtime.close();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([admin.end({ timeout: 5 }), owner.end({ timeout: 5 })]);
      await database.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

export interface Status {
  readonly status: `${REALTIME_SUBSCRIBE_STATES}`;
  readonly reason: string;
}

/** Subscribes and returns the queue of statuses. */
export function subscribe(channel: RealtimeChannel) {
  const statuses = queue<Status>();
  channel.subscribe((status, error) => statuses.push({ status, reason: error?.message ?? "" }));
  return statuses;
}

/** Subscribes and waits for the join. Throws on rejection. */
export async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  const { status, reason } = await subscribe(channel).next();
  if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) throw new Error(`${status}: ${reason}`);
  return channel;
}

/**
 * Sends and waits for an ack; returns "timed out" without one. A broadcast without write permission gets none:
 * supabase/realtime, `broadcast_handler.ex`, `{:ok, policies} -> {:noreply, …}`.
 */
export const sendWithoutAck = (channel: RealtimeChannel, event: string, payload: object) =>
  channel.send({ type: "broadcast", event, payload }, { timeout: 300 });

/** Returns the queue of received broadcasts of one event. */
export function collectBroadcasts(channel: RealtimeChannel, event: string) {
  const broadcasts = queue<{ payload: unknown; meta?: unknown }>();
  channel.on("broadcast", { event }, ({ payload, meta }) => broadcasts.push({ payload, meta }));
  return broadcasts;
}

/** A queue of values. `next` waits until the test's timeout. */
export function queue<T>() {
  const values: T[] = [];
  const waiting: ((value: T) => void)[] = [];
  return {
    push(value: T): void {
      const waiter = waiting.shift();
      if (waiter) waiter(value);
      else values.push(value);
    },
    next(): Promise<T> {
      const value = values.shift();
      return value === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(value);
    },
    /** Values that were not read. */
    rest: (): readonly T[] => values,
  };
}
