/** Loads the section of the email address in `/settings/security`, and handles its forms. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { ErrorCode } from "#contracts/errors.ts";
import { wrongEmailCharacter } from "#contracts/text/emailAddress.ts";
import { parseCode } from "~/auth/authForms.server.ts";
import type { EmailSide } from "~/lib/emailChange.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { EMAIL_INTENTS, type EmailChangeProblem, type EmailChangeView } from "./emailChangeView.ts";

type Context = Pick<AppLoadContext, "rpc" | "signIn">;

const OPEN = "/settings/security?email";

export async function readEmailChange(
  { rpc, signIn }: Context,
  viewer: Viewer,
  request: Request,
): Promise<EmailChangeView> {
  const proven = await rpc("has_recent_proof", {});
  const isProven = proven.ok && proven.value;
  const step = new URL(request.url).searchParams.get("email");
  const pending = signIn.pendingEmailChange(viewer);
  return { isProven, pending, isDone: step === "done", isOpen: step === "" && (isProven || pending !== null) };
}

const emailForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(EMAIL_INTENTS[0]), mail: z.string() }),
  z.object({
    intent: z.literal(EMAIL_INTENTS[1]),
    current: z._default(z.string(), ""),
    new: z._default(z.string(), ""),
  }),
  z.object({ intent: z.literal(EMAIL_INTENTS[2]) }),
]);

export const isEmailForm = (form: FormData): boolean => EMAIL_INTENTS.some((intent) => intent === form.get("intent"));

/** Returns a problem, else redirects: to the form of the codes, and to the changed address. */
export async function handleEmailForm(
  { signIn }: Context,
  viewer: Viewer,
  form: FormData,
): Promise<EmailChangeProblem> {
  const parsed = emailForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return problem("request/invalid", {});
  const submission = parsed.data;
  switch (submission.intent) {
    case "email": {
      const begun = await signIn.beginEmailChange(viewer, submission.mail);
      if (begun.ok) throw redirect(OPEN);
      return problem(begun.error.code, { typedEmail: submission.mail });
    }
    case "email-codes": {
      const typedCodes = { current: submission.current, new: submission.new };
      const known = viewer.email === null ? "current" : (signIn.pendingEmailChange(viewer)?.confirmed ?? null);
      const codes = digitsOf(typedCodes, known);
      if (typeof codes === "string") return problem("account/code-refused", { wrong: codes, typedCodes });
      const confirmed = await signIn.confirmEmailChange(viewer, codes);
      if (confirmed.ok) throw redirect(confirmed.path);
      return problem(confirmed.code, { wrong: confirmed.wrong, typedCodes });
    }
    case "email-cancel":
      signIn.cancelEmailChange();
      throw redirect("/settings/security");
    default:
      return submission satisfies never;
  }
}

/** Returns the digits of both codes, or the side whose code has other characters. A side that is known needs none. */
function digitsOf(
  typed: Readonly<Record<EmailSide, string>>,
  known: EmailSide | null,
): Record<EmailSide, string> | EmailSide {
  const codes = { current: "", new: "" };
  for (const side of ["current", "new"] as const) {
    if (side === known) continue;
    const digits = parseCode(typed[side]);
    if (digits === null) return side;
    codes[side] = digits;
  }
  return codes;
}

const problem = (code: ErrorCode, details: Partial<EmailChangeProblem>): EmailChangeProblem => ({
  ...{ code, wrong: null, typedEmail: "", typedCodes: { current: "", new: "" } },
  wrongCharacter: wrongEmailCharacter(details.typedEmail ?? ""),
  ...details,
});
