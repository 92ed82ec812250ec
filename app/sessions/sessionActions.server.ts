/** Handles the forms of `/settings/security`. The database ends only sessions of the caller. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { changePassword } from "~/passwords/passwordPage.server.ts";
import { questionPath, SECURITY_PATH, type SecurityIntent, type SecurityResult } from "./core/sessionView.ts";

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
  /** A session ends newer ones only after a fresh proof. The page comes back to `next`. */
  const resultOfEnding = (intent: SecurityIntent, ended: Result<unknown>, next: string): SecurityResult => {
    if (!ended.ok && ended.error.code === "account/sign-in-again")
      throw redirect(`/settings/confirm?${new URLSearchParams({ next })}`);
    return resultOf(intent, ended);
  };
  const parsed = securityForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { kind: "failed", intent: null, id, code: "request/invalid" };
  const submission = parsed.data;
  switch (submission.intent) {
    case "end":
      return resultOfEnding("end", await rpc("end_session", { p_session_id: submission.id }), SECURITY_PATH);
    case "others":
    case "not-me": {
      const { intent } = submission;
      const ended = await rpc("end_other_sessions", { p_distrust: intent === "not-me" });
      if (!ended.ok && ended.error.code === "request/rate-limited") {
        // A thief may have used up the requests of the account. Auth does not count them, but keeps the other device known.
        const signedOut = await signIn.signOut("others");
        return resultOf(intent, intent === "others" ? signedOut : ended);
      }
      return resultOfEnding(intent, ended, questionPath(intent === "others" ? { kind: intent } : { kind: intent, id }));
    }
    case "password":
      return resultOf("password", await changePassword(context, viewer, form));
    default:
      return submission satisfies never;
  }
}
