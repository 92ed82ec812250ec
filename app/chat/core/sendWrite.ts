import { fail, type Result } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import type { Rpc } from "../../lib/rpc.ts";
import type { LineWrite } from "./storedWrites.ts";

/**
 * Sends a write to the server. `callId` is null before the call is joined: new lines then fail as not entered. `onDeleted` is
 * called after a deletion.
 */
export function sendWrite(
  rpc: Rpc,
  callId: string | null,
  write: LineWrite,
  onDeleted?: (id: string) => void,
): Promise<Result<Line>> {
  const { id } = write;
  switch (write.kind) {
    case "post": {
      if (callId === null) return Promise.resolve(fail("meeting/not-entered"));
      const { text, language, replyTo, mentions } = write;
      return rpc("post_line", {
        p_line_id: id,
        p_call_id: callId,
        p_language: language,
        p_text: text,
        p_reply_to: replyTo ?? undefined,
        p_mentions: mentions,
      });
    }
    case "edit": {
      const { text, language, mentions } = write;
      return rpc("edit_line", {
        p_line_id: id,
        p_text: text,
        p_mentions: mentions,
        ...(language !== undefined && { p_language: language }),
      });
    }
    case "remove":
      return rpc("delete_line", { p_line_id: id }).then((result) => {
        if (result.ok) onDeleted?.(id);
        return result;
      });
    default:
      return write satisfies never;
  }
}
