/** The delay of a broadcast: from client to client, and from a row through a trigger. */
import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { scaled } from "./scale.ts";
import { startStackProcess } from "./stack.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const ROUNDS = scaled(200, 10);

/** Signed-in users may read and write topics `bench:…`. A trigger broadcasts each row of `bench`, as Parley's triggers do. */
const SETUP = `
  create table public.bench (n int);
  create function public.bench_told() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    perform realtime.send(jsonb_build_object('n', new.n), 'told', 'bench:rows', true);
    return null;
  end $$;
  create trigger told after insert on public.bench for each row execute function public.bench_told();
  create policy bench_hear on realtime.messages for select to authenticated
    using ((select realtime.topic()) like 'bench:%');
  create policy bench_write on realtime.messages for insert to authenticated
    with check ((select realtime.topic()) like 'bench:%');`;

async function join(client: SupabaseClient, topic: string, receive: (n: unknown) => void) {
  const channel = client.channel(topic, { config: { private: true } });
  channel.on("broadcast", { event: "*" }, ({ payload }) => receive(payload?.n));
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => (status === "SUBSCRIBED" ? resolve() : reject(error ?? new Error(status))));
  });
  return channel;
}

/** Sends messages one after the other and times each from the call to its arrival at the other client. */
async function measure(send: (n: number) => Promise<unknown>, receiver: { onMessage: (n: unknown) => void }) {
  const times: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const startedAt = performance.now();
    const arrived = new Promise<void>((resolve) => {
      receiver.onMessage = (received) => received === n && resolve();
    });
    await send(n);
    await arrived;
    times.push(performance.now() - startedAt);
  }
  return times;
}

export async function measureRealtime(data: string): Promise<Figure[]> {
  const stack = await startStackProcess({ data, realtimePlan: "pro" });
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(SETUP);
  const person = async () => {
    const client = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } });
    const { data: signed, error } = await client.auth.signInAnonymously();
    if (error) throw error;
    await client.realtime.setAuth(signed.session?.access_token ?? null);
    return client;
  };
  const [ana, ben] = [await person(), await person()];
  const receiver = { onMessage: (_n: unknown) => {} };
  const topic = `bench:${randomUUID()}`;
  await join(ben, topic, (n) => receiver.onMessage(n));
  const from = await join(ana, topic, () => {});
  const clientToClient = await measure((n) => from.send({ type: "broadcast", event: "n", payload: { n } }), receiver);
  await join(ben, "bench:rows", (n) => receiver.onMessage(n));
  const rowToClient = await measure((n) => sql`insert into public.bench values (${n})`, receiver);
  await Promise.all([ana.removeAllChannels(), ben.removeAllChannels(), sql.end()]);
  await stack.close();
  const figure = (name: string, times: number[], bar: number): Figure => ({
    name: `${name}, p50`,
    ...percentileOf(times, 0.5),
    bar,
    unit: "ms",
    note: `p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  });
  return [
    figure("broadcast, client to client", clientToClient, 5),
    figure("broadcast, row to client by trigger", rowToClient, 20),
  ];
}
