/** The action that starts a meeting or joins one by its code. Served by `/` and `/home`. */
import { type ActionFunctionArgs, type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import { access, formatMeetingCode, meetingCode, wrongCodeCharacter } from "#contracts/meetings.ts";
import type { StartValues, SubmittedStartOrJoin } from "./startOrJoinView.ts";

const startOrJoinForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("start"),
    id: z.guid(),
    /** The database limits its length. */
    title: z.optional(z.string()),
    access: z.optional(access),
    keep: z.optional(z.literal("nothing")),
  }),
  z.object({ intent: z.literal("join"), code: z.string() }),
]);

type StartOrJoinSubmission = z.infer<typeof startOrJoinForm>;

const errorResult = (
  intent: StartOrJoinSubmission["intent"],
  error: ErrorCode,
  { code = "", values }: SubmittedStartOrJoin = {},
  wrong: string | null = null,
) => data({ intent, error, code, values, wrong }, { status: errorStatus(error) });

const toStartValues = ({
  title = "",
  access = "open",
  keep,
}: Extract<StartOrJoinSubmission, { intent: "start" }>): StartValues => ({
  title,
  access,
  keep: keep ?? "days",
});

/** Returns the values of a submission that was rejected before the action, to show them again. */
export function submittedStartOrJoin({ refused }: AppLoadContext): SubmittedStartOrJoin {
  const parsed = startOrJoinForm.safeParse(Object.fromEntries(refused?.typed ?? []));
  if (!parsed.success) return {};
  return parsed.data.intent === "start" ? { values: toStartValues(parsed.data) } : { code: parsed.data.code };
}

const LINK = /\/m\/([^\s/?#<>"'.,;:!)\]}]+)/iu;

/** Extracts the code from typed text or a pasted meeting link, with any text around it. */
export function extractMeetingCode(text: string): string {
  const [, code] = LINK.exec(text.slice(0, 4_000).normalize("NFKC")) ?? [];
  if (code === undefined) return text;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** Redirects to the pre-join page, or returns the error and the submitted values. */
export async function startOrJoinAction(form: FormData, context: ActionFunctionArgs["context"]) {
  const parsed = startOrJoinForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return errorResult("start", "request/invalid");
  switch (parsed.data.intent) {
    case "start": {
      const values = toStartValues(parsed.data);
      const user = await context.session.ensureUser(String(form.get("captcha") ?? ""));
      if (!user.ok) return errorResult("start", user.error.code, { values });
      const title = values.title.trim() || undefined;
      const meeting = await context.rpc("create_meeting", {
        p_meeting_id: parsed.data.id,
        p_title: title,
        p_access: values.access,
        p_keep: values.keep,
      });
      if (!meeting.ok) return errorResult("start", meeting.error.code, { values });
      return redirect(`/m/${formatMeetingCode(meeting.value.code)}`);
    }
    case "join": {
      const submitted = { code: parsed.data.code };
      const typed = extractMeetingCode(parsed.data.code);
      const code = meetingCode.safeParse(typed);
      if (!code.success) return errorResult("join", "code/malformed", submitted, wrongCodeCharacter(typed));
      const meeting = await context.rpc("find_meeting", { p_code: code.data });
      if (!meeting.ok) return errorResult("join", meeting.error.code, submitted);
      return redirect(`/m/${formatMeetingCode(code.data)}`);
    }
    default:
      return parsed.data satisfies never;
  }
}
