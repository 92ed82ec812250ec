/** The action behind the two ways into a meeting: start one, or join one by its code. Served by `/` and by `/home`. */
import { type ActionFunctionArgs, type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import type * as z from "zod/mini";
import { ERRORS, type ErrorCode } from "#contracts/errors.ts";
import { landingForm, meetingCode, showCode } from "./forms.server.ts";
import type { StartValues, TypedWayIn } from "./view.ts";

type Sent = z.infer<typeof landingForm>;

const refused = (intent: Sent["intent"], error: ErrorCode, { code = "", values }: TypedWayIn = {}) =>
  data({ intent, error, code, values }, { status: ERRORS[error].status });

const valuesOf = ({ title = "", access = "open", keep }: Extract<Sent, { intent: "start" }>): StartValues => ({
  title,
  access,
  keep: keep ?? "days",
});

/** What was typed into a press that was not let through: the page that says so holds it again. */
export function typedWayIn({ refused }: AppLoadContext): TypedWayIn {
  const sent = landingForm.safeParse(Object.fromEntries(refused?.typed ?? []));
  if (!sent.success) return {};
  return sent.data.intent === "start" ? { values: valuesOf(sent.data) } : { code: sent.data.code };
}

/** A code as it was typed, or that of a link to a meeting, pasted with whatever stands around it. */
const codeIn = (typed: string): string => /\/m\/([\p{L}\d-]+)/iu.exec(typed)?.[1] ?? typed;

/** Ends at the meeting's door, or with what is wrong and what was typed. */
export async function takeWayIn({ request, context }: Pick<ActionFunctionArgs, "request" | "context">) {
  const sent = landingForm.safeParse(Object.fromEntries(await request.formData()));
  if (!sent.success) return refused("start", "request/invalid");
  switch (sent.data.intent) {
    case "start": {
      const values = valuesOf(sent.data);
      const user = await context.session.ensureUser();
      if (!user.ok) return refused("start", user.error.code, { values });
      const title = values.title.trim() || null;
      const meeting = await context.rpc("create_meeting", { ...values, id: sent.data.id, title });
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
