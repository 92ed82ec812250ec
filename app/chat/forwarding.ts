/** Copies lines into other meetings of the local participant. */
import type { HomeMeeting } from "#contracts/account.ts";
import { ok, type Result } from "#contracts/errors.ts";
import type { Rpc } from "../lib/rpc.ts";

export interface Forwarding {
  /** Returns the other open meetings that the local participant has attended. */
  destinations(): Promise<Result<readonly HomeMeeting[]>>;
  /** Copies a line. A retry after a failure reuses the copy's id, so it creates no second line. */
  forward(lineId: string, meetingId: string): Promise<Result<null>>;
}

export interface ForwardingOptions {
  readonly meetingId: string;
  readonly rpc: Rpc;
  newId(): string;
  /** Copies to another place than the last call of the meeting. */
  copy?(copyId: string, lineId: string, meetingId: string): Promise<Result<unknown>>;
}

export function createForwarding(options: ForwardingOptions): Forwarding {
  /** Ids of pending copies by line and meeting. */
  const copyIds = new Map<string, string>();
  const copy =
    options.copy ??
    ((copyId: string, lineId: string, meetingId: string) =>
      options.rpc("forward_line", { p_line_id: copyId, p_source_line_id: lineId, p_meeting_id: meetingId }));
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
      const result = await copy(id, lineId, meetingId);
      if (!result.ok) return result;
      copyIds.delete(key);
      return ok(null);
    },
  };
}
