/** Handles the forms of `/settings/security`. The database ends only sessions of the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { changePassword } from "~/passwords/passwordPage.server.ts";
import type { SecurityIntent, SecurityResult } from "./core/sessionView.ts";

const securityForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("end"), id: z.guid() }),
  z.object({ intent: z.literal("not-me"), id: z.guid() }),
  z.object({ intent: z.literal("others") }),
  z.object({ intent: z.literal("password") }),
]);

export async function handleSecurityForm(
  context: Pick<AppLoadContext, "rpc" | "signIn">,
  viewer: Viewer,
  form: FormData,
): Promise<SecurityResult> {
  const { rpc, signIn } = context;
  const id = String(form.get("id") ?? "");
  const resultOf = (intent: SecurityIntent, response: Result<unknown>): SecurityResult =>
    response.ok ? { kind: "done", intent } : { kind: "failed", intent, id, code: response.error.code };
  const parsed = securityForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { kind: "failed", intent: null, id, code: "request/invalid" };
  const submission = parsed.data;
  switch (submission.intent) {
    case "end":
      return resultOf("end", await rpc("end_session", { p_session_id: submission.id }));
    case "others":
      return resultOf("others", await signIn.signOut("others"));
    case "not-me": {
      // First the device that matters most, in case the second request fails. A thief may have used up the requests for the first.
      const ended = await rpc("end_session", { p_session_id: submission.id, p_distrust: true });
      const signedOut = await signIn.signOut("others");
      return resultOf("not-me", ended.ok ? signedOut : ended);
    }
    case "password":
      return resultOf("password", await changePassword(context, viewer, form));
    default:
      return submission satisfies never;
  }
}
