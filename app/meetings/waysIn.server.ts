/** The action behind the two ways into a meeting: start one, or join one by its code. Served by `/` and by `/home`. */
import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { ERRORS, type ErrorCode } from "#contracts/errors.ts";
import { landingForm, meetingCode, showCode } from "./forms.server.ts";

const refused = (intent: "start" | "join", error: ErrorCode, code = "") =>
  data({ intent, error, code }, { status: ERRORS[error].status });

/** Ends at the meeting's door, or with what is wrong and what was typed. */
export async function takeWayIn({ request, context }: Pick<ActionFunctionArgs, "request" | "context">) {
  const sent = landingForm.safeParse(Object.fromEntries(await request.formData()));
  if (!sent.success) return refused("start", "request/invalid");
  switch (sent.data.intent) {
    case "start": {
      const user = await context.session.ensureUser();
      if (!user.ok) return refused("start", user.error.code);
      const meeting = await context.rpc("create_meeting", { id: sent.data.id });
      if (!meeting.ok) return refused("start", meeting.error.code);
      return redirect(`/m/${showCode(meeting.value.code)}`);
    }
    case "join": {
      const code = meetingCode.safeParse(sent.data.code);
      if (!code.success) return refused("join", "code/malformed", sent.data.code);
      const meeting = await context.rpc("find_meeting", { code: code.data });
      if (!meeting.ok) return refused("join", meeting.error.code, sent.data.code);
      return redirect(`/m/${showCode(code.data)}`);
    }
    default:
      return sent.data satisfies never;
  }
}
