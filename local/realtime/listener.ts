/** Receives broadcasts of the database: one NOTIFY per row of `realtime.messages`, in commit order. */
import postgres from "postgres";
import * as z from "zod";
import { SerialQueue } from "./serialQueue.ts";

const CHANNEL = "realtime_messages";

const message = z.object({
  id: z.guid(),
  topic: z.string(),
  event: z.string(),
  private: z.boolean(),
  payload: z.unknown(),
});
export type DatabaseMessage = z.infer<typeof message>;

/** The row, or its key when the row is too large for a NOTIFY. */
const notification = z.union([message.required(), z.object({ id: z.guid(), inserted_at: z.string() })]);

export interface ListenerOptions {
  /** URL for the listening connection. */
  readonly url: string;
  /** Reads rows that are too large for a NOTIFY. */
  readonly sql: postgres.Sql;
  deliver(message: DatabaseMessage): void;
  /** Called after a reconnect: messages sent in between were missed. */
  onGap(): void;
  log(line: string): void;
}

const RECONNECT_DELAY_MS = 100;

/**
 * Listens on its own connection and reconnects until the database is back; the client library's `listen` gives up at
 * the first failure. Resolves once it listens, with a function that stops it. Rejects when the first connection fails.
 */
export async function listenToDatabase(options: ListenerOptions): Promise<() => Promise<void>> {
  const { url, sql, deliver, onGap, log } = options;
  // Reads a large row before delivering the next message, to keep the order.
  const inOrder = new SerialQueue((error) => {
    log(`realtime: lost a database message: ${error instanceof Error ? error.name : "unknown"}`);
  });

  const read = async (id: string, insertedAt: string): Promise<void> => {
    const [row] = await sql`
      select id, topic, event, private, payload from realtime.messages
      where id = ${id} and inserted_at = ${insertedAt}::text::timestamp`;
    if (row !== undefined) deliver(message.parse(row));
  };

  const receive = (text: string) => {
    inOrder.run(() => {
      const received = notification.parse(JSON.parse(text));
      return "topic" in received ? deliver(received) : read(received.id, received.inserted_at);
    });
  };

  let closed = false;
  const connect = async (): Promise<postgres.Sql> => {
    // In a variable, because the library's types lack `onnotify`.
    const options = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      onnotify: (channel: string, text: string) => {
        if (channel === CHANNEL) receive(text);
      },
      onclose: () => {
        if (listening === connection) void reconnect();
      },
    };
    const connection = postgres(url, options);
    await connection.unsafe(`listen ${CHANNEL}`).catch(async (error: unknown) => {
      await connection.end({ timeout: 0 });
      throw error;
    });
    return connection;
  };

  const reconnect = async (): Promise<void> => {
    const previous = listening;
    listening = null;
    await previous?.end({ timeout: 0 });
    while (!closed && listening === null) {
      listening = await connect().catch(() => null);
      if (listening === null) await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS));
    }
    if (closed) await listening?.end({ timeout: 0 });
    else onGap();
  };

  let listening: postgres.Sql | null = await connect();
  return async () => {
    closed = true;
    const last = listening;
    listening = null;
    await last?.end({ timeout: 0 });
  };
}

/** Deletes messages older than `days`. */
export async function purgeMessages(sql: postgres.Sql, days: number): Promise<void> {
  await sql`delete from realtime.messages where inserted_at < now() - make_interval(days => ${days})`;
}
