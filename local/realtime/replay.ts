/** Stored broadcasts that a join requests. */
import type postgres from "postgres";
import * as z from "zod";
import type { ServerMessage } from "./protocol.ts";
import { broadcastMessage, topicKey } from "./topics.ts";

/** As in the real server, more is never replayed. */
const MAX_MESSAGES = 25;

/** The option `config.broadcast.replay` of a join. */
export const replayRequest = z.object({
  /** Milliseconds since the epoch. */
  since: z.int(),
  limit: z
    .int()
    .nullish()
    .transform((limit) => Math.min(Math.max(limit ?? MAX_MESSAGES, 1), MAX_MESSAGES)),
});
export type ReplayRequest = z.infer<typeof replayRequest>;

export interface Replayed {
  readonly id: string;
  readonly message: ServerMessage;
}

/** Returns the newest broadcasts of a private topic, oldest first. Null when they could not be read. */
export type Replay = (topic: string, request: ReplayRequest) => Promise<readonly Replayed[] | null>;

const rowsShape = z.array(z.object({ id: z.guid(), event: z.string(), payload: z.unknown() }));

export function createReplay(sql: postgres.Sql, log: (line: string) => void): Replay {
  return async (topic, { since, limit }) => {
    try {
      // The conditions of supabase/realtime, `Realtime.Messages.replay`. The column has no time zone and is in UTC.
      const rows = await sql`
        select id, event, payload from realtime.messages
        where topic = ${topic} and private and extension = 'broadcast' and event is not null and payload is not null
          and inserted_at >= to_timestamp(${since}::float8 / 1000) at time zone 'UTC'
        order by inserted_at desc limit ${limit}`;
      const key = topicKey(topic, true);
      return rowsShape
        .parse([...rows])
        .toReversed()
        .map(({ id, event, payload }) => ({
          id,
          message: broadcastMessage(key, event, payload, { replayed: true, id }),
        }));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      log(`realtime: stored broadcasts could not be read (${code})`);
      return null;
    }
  };
}
