import { fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import { message } from "#contracts/lines.ts";

/** Trims the text of a line. Errors: `line/empty`, `line/too-long`. */
export function parseLineText(text: string): Result<string> {
  const parsed = message.safeParse(text);
  if (parsed.success) return ok(parsed.data);
  const code = parsed.error.issues[0]?.message;
  return fail(isErrorCode(code) ? code : "request/invalid");
}
