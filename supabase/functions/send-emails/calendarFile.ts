import type { Attachment } from "../_shared/email/renderedEmail.ts";
import type { CalendarMethod } from "../_shared/planning/ics/write.ts";

/** Returns a calendar file as an attachment. Its type names the method of the file: without it, mail programs show no buttons. */
export const calendarFile = ({ method, text }: { method: CalendarMethod; text: string }): Attachment => ({
  filename: method === "CANCEL" ? "cancel.ics" : "invite.ics",
  content: base64(text),
  content_type: `text/calendar; charset=utf-8; method=${method}`,
});

/** Encodes byte by byte: a long file has more bytes than a function takes arguments. */
function base64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
