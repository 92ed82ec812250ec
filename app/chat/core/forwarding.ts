/** Copies lines into other meetings of this person. */
import type { HomeMeeting } from "#contracts/account.ts";
import { ok, type Result } from "#contracts/errors.ts";
import type { Rpc } from "../../lib/rpc.ts";

export interface Forwarding {
  /** Meetings that a line can go to: not this meeting, and only those that this person was in and that go on. */
  destinations(): Promise<Result<readonly HomeMeeting[]>>;
  /** After a failure the same line goes again, never a second one. */
  forward(lineId: string, meetingId: string): Promise<Result<null>>;
}

export interface ForwardingOptions {
  readonly meetingId: string;
  readonly rpc: Rpc;
  newId(): string;
}

export function createForwarding(options: ForwardingOptions): Forwarding {
  /** By line and meeting: the id that the copy has. */
  const copyIds = new Map<string, string>();
  return {
    async destinations() {
      const home = await options.rpc("home", { p_writable: true });
      if (!home.ok) return home;
      return ok(home.value.meetings.filter(({ meeting_id }) => meeting_id !== options.meetingId));
    },
    async forward(lineId, meetingId) {
      const key = `${lineId} ${meetingId}`;
      const id = copyIds.get(key) ?? options.newId();
      copyIds.set(key, id);
      const result = await options.rpc("forward_line", {
        p_line_id: id,
        p_source_line_id: lineId,
        p_meeting_id: meetingId,
      });
      if (!result.ok) return result;
      copyIds.delete(key);
      return ok(null);
    },
  };
}
