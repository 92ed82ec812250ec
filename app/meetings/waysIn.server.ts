/** The action behind the two ways into a meeting: start one, or join one by its code. Served by `/` and by `/home`. */
import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { ERRORS, type ErrorCode } from "#contracts/errors.ts";
import { landingForm, meetingCode, showCode } from "./forms.server.ts";
import type { StartValues } from "./view.ts";

interface Typed {
  readonly code?: string;
  readonly values?: StartValues;
}

const refused = (intent: "start" | "join", error: ErrorCode, { code = "", values }: Typed = {}) =>
  data({ intent, error, code, values }, { status: ERRORS[error].status });

/** A code as it was typed, or that of a link to a meeting, pasted with whatever stands around it. */
const codeIn = (typed: string): string => /\/m\/([\p{L}\d-]+)/iu.exec(typed)?.[1] ?? typed;

/** Ends at the meeting's door, or with what is wrong and what was typed. */
export async function takeWayIn({ request, context }: Pick<ActionFunctionArgs, "request" | "context">) {
  const sent = landingForm.safeParse(Object.fromEntries(await request.formData()));
  if (!sent.success) return refused("start", "request/invalid");
  switch (sent.data.intent) {
    case "start": {
      const { id, title = "", access = "open", keep = "days" } = sent.data;
      const values: StartValues = { title, access, keep };
      const user = await context.session.ensureUser();
      if (!user.ok) return refused("start", user.error.code, { values });
      const meeting = await context.rpc("create_meeting", { id, title: title.trim() || null, access, keep });
      if (!meeting.ok) return refused("start", meeting.error.code, { values });
      return redirect(`/m/${showCode(meeting.value.code)}`);
    }
    case "join": {
      const typed = { code: sent.data.code };
      const code = meetingCode.safeParse(codeIn(sent.data.code));
      if (!code.success) return refused("join", "code/malformed", typed);
      const meeting = await context.rpc("find_meeting", { code: code.data });
      if (!meeting.ok) return refused("join", meeting.error.code, typed);
      return redirect(`/m/${showCode(code.data)}`);
    }
    default:
      return sent.data satisfies never;
  }
}
