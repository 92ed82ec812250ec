/** Hears what the database broadcasts: one NOTIFY for each row of `realtime.messages`, in commit order. */
import type postgres from "postgres";
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
  readonly sql: postgres.Sql;
  deliver(message: DatabaseMessage): void;
  /** Listening again after the connection was lost: what was sent in between is missing. */
  onGap(): void;
  log(line: string): void;
}

/** Listens on a connection of its own, which is made again when lost. Resolves once it listens. */
export async function listenToDatabase({ sql, deliver, onGap, log }: ListenerOptions): Promise<() => Promise<void>> {
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

  let listening = false;
  const { unlisten } = await sql.listen(CHANNEL, receive, () => {
    if (listening) onGap();
    listening = true;
  });
  return unlisten;
}

/** Messages are kept for a few days only. */
export async function purgeMessages(sql: postgres.Sql, days: number): Promise<void> {
  await sql`delete from realtime.messages where inserted_at < now() - make_interval(days => ${days})`;
}
