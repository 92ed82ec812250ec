/** Copies lines into other meetings of this person. */
import type { HomeMeeting } from "#contracts/account.ts";
import { ok, type Result } from "#contracts/errors.ts";
import type { Rpc } from "../../platform/rpc.ts";

export interface Forwarding {
  /** Meetings that a line can go to: not this meeting, and only those that this person was in and that go on. */
  destinations(): Promise<Result<readonly HomeMeeting[]>>;
  /** After a failure the same line goes again, never a second one. */
  forward(lineId: string, meetingId: string): Promise<Result<null>>;
}

export interface ForwardingParts {
  readonly meetingId: string;
  readonly rpc: Rpc;
  newId(): string;
}

export function createForwarding(options: ForwardingParts): Forwarding {
  /** By line and meeting: the id that the copy has. */
  const copies = new Map<string, string>();
  return {
    async destinations() {
      const home = await options.rpc("home", { writable: true });
      if (!home.ok) return home;
      return ok(home.value.meetings.filter(({ meeting_id }) => meeting_id !== options.meetingId));
    },
    async forward(lineId, meetingId) {
      const key = `${lineId} ${meetingId}`;
      const id = copies.get(key) ?? options.newId();
      copies.set(key, id);
      const answer = await options.rpc("forward_line", { id, line_id: lineId, meeting_id: meetingId });
      if (!answer.ok) return answer;
      copies.delete(key);
      return ok(null);
    },
  };
}
