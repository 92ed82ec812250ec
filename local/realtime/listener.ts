/** Hears what the database broadcasts: one NOTIFY for each row of `realtime.messages`, in commit order. */
import postgres from "postgres";
import * as z from "zod";
import { Serial } from "./serial.ts";

const CHANNEL = "realtime_messages";

const message = z.object({
  id: z.uuid(),
  topic: z.string(),
  event: z.string(),
  private: z.boolean(),
  payload: z.unknown(),
});
export type DatabaseMessage = z.infer<typeof message>;

/** The row itself, or its key when it is too large for a NOTIFY. */
const notice = z.union([message.required(), z.object({ id: z.uuid(), inserted_at: z.string() })]);

export interface ListenerOptions {
  /** For the connection that listens. */
  readonly url: string;
  /** For reading what was too large to be heard. */
  readonly sql: postgres.Sql;
  deliver(message: DatabaseMessage): void;
  /** Listening again after the connection was lost: what was sent in between is missing. */
  onGap(): void;
  log(line: string): void;
}

/** Milliseconds between two tries to reach the database again. */
const AGAIN = 100;

/**
 * Listens on a connection of its own, which is made again when lost, however long the database is away (the client
 * library's own `listen` gives up at the first failure). Resolves once it listens; rejects when that fails at first.
 * Answers how to end it.
 */
export async function listenToDatabase(options: ListenerOptions): Promise<() => Promise<void>> {
  const { url, sql, deliver, onGap, log } = options;
  // A large row is read before the next message is delivered: order holds.
  const inOrder = new Serial((error) => {
    log(`realtime: a message of the database was lost: ${error instanceof Error ? error.name : "unknown"}`);
  });

  const read = async (id: string, insertedAt: string): Promise<void> => {
    const [row] = await sql`
      select id, topic, event, private, payload from realtime.messages
      where id = ${id} and inserted_at = ${insertedAt}::text::timestamp`;
    if (row !== undefined) deliver(message.parse(row));
  };

  const receive = (text: string) => {
    inOrder.run(() => {
      const heard = notice.parse(JSON.parse(text));
      return "topic" in heard ? deliver(heard) : read(heard.id, heard.inserted_at);
    });
  };

  let closed = false;
  const connect = async (): Promise<postgres.Sql> => {
    // In a variable, since the types of the library do not name `onnotify`.
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
        if (listening === connection) void connectAgain();
      },
    };
    const connection = postgres(url, options);
    await connection.unsafe(`listen ${CHANNEL}`).catch(async (error: unknown) => {
      await connection.end({ timeout: 0 });
      throw error;
    });
    return connection;
  };

  const connectAgain = async (): Promise<void> => {
    const before = listening;
    listening = null;
    await before?.end({ timeout: 0 });
    while (!closed && listening === null) {
      listening = await connect().catch(() => null);
      if (listening === null) await new Promise((resolve) => setTimeout(resolve, AGAIN));
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

/** Messages are kept for a few days only. */
export async function purgeMessages(sql: postgres.Sql, days: number): Promise<void> {
  await sql`delete from realtime.messages where inserted_at < now() - make_interval(days => ${days})`;
}
