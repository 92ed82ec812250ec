/** How soon a broadcast is heard: between two clients, and from a row by a trigger. */
import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { startStackProcess } from "./stack.ts";
import { type Figure, percentile } from "./table.ts";

const ROUNDS = 200;

/** Anyone signed in may hear and write a topic `bench:…`; a row of `bench` is told by a trigger, as Parley's are. */
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

async function join(client: SupabaseClient, topic: string, heard: (n: unknown) => void) {
  const channel = client.channel(topic, { config: { private: true } });
  channel.on("broadcast", { event: "*" }, ({ payload }) => heard(payload?.n));
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => (status === "SUBSCRIBED" ? resolve() : reject(error ?? new Error(status))));
  });
  return channel;
}

/** One after the other: from the call to the message at the other client. */
async function times(send: (n: number) => Promise<unknown>, heard: { next: (n: unknown) => void }): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const began = performance.now();
    const arrived = new Promise<void>((resolve) => {
      heard.next = (got) => got === n && resolve();
    });
    await send(n);
    await arrived;
    all.push(performance.now() - began);
  }
  return all;
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
  const heard = { next: (_n: unknown) => {} };
  const topic = `bench:${randomUUID()}`;
  await join(ben, topic, (n) => heard.next(n));
  const from = await join(ana, topic, () => {});
  const between = await times((n) => from.send({ type: "broadcast", event: "said", payload: { n } }), heard);
  await join(ben, "bench:rows", (n) => heard.next(n));
  const rows = await times((n) => sql`insert into public.bench values (${n})`, heard);
  await Promise.all([ana.removeAllChannels(), ben.removeAllChannels(), sql.end()]);
  await stack.close();
  const figure = (name: string, all: number[], bar: number): Figure => ({
    name,
    value: percentile(all, 0.5),
    bar,
    unit: "ms",
    note: `p50 of ${all.length}; p95 ${percentile(all, 0.95).toFixed(1)} ms`,
  });
  return [figure("broadcast, client to client", between, 5), figure("broadcast, row to client by trigger", rows, 20)];
}
