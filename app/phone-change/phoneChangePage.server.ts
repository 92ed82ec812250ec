/** Loads the section of the phone number in `/settings/security`, and handles its forms. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { ErrorCode } from "#contracts/errors.ts";
import { parseCode } from "~/auth/authForms.server.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { PHONE_INTENTS, type PhoneChangeProblem, type PhoneChangeView } from "./phoneChangeView.ts";

type Context = Pick<AppLoadContext, "signIn">;

const PAGE = "/settings/security";
const OPEN = `${PAGE}?phone`;
const SAVED = `${PAGE}?phone=done`;

/** Returns null if there is nothing to show. `isProven`: whether the viewer's last proof is recent. */
export async function readPhoneChange(
  { signIn }: Context,
  viewer: Viewer,
  isProven: boolean,
  request: Request,
): Promise<PhoneChangeView | null> {
  const { phone: isOffered, code: hasEmail } = await signIn.ways();
  if (!isOffered && viewer.phone === null) return null;
  const step = new URL(request.url).searchParams.get("phone");
  const pending = isOffered ? signIn.pendingPhoneChange(viewer) : null;
  const isRemovable = viewer.phone !== null && viewer.email !== null && (hasEmail || !isOffered);
  const opened = () => {
    if (step === "" && isOffered && (isProven || pending !== null)) return "form";
    return step === "remove" && isRemovable && isProven ? "removal" : null;
  };
  const happened = () => {
    if (step === "done" && viewer.phone !== null) return "saved";
    return step === "removed" && viewer.phone === null ? "removed" : null;
  };
  return {
    ...{ phone: viewer.phone, hasAddress: viewer.email !== null, isOffered, isRemovable, isProven, pending },
    ...{ open: opened(), done: happened() },
  };
}

const phoneForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(PHONE_INTENTS[0]), phone: z.string() }),
  z.object({ intent: z.literal(PHONE_INTENTS[1]), code: z.string() }),
  z.object({ intent: z.literal(PHONE_INTENTS[2]) }),
  z.object({ intent: z.literal(PHONE_INTENTS[3]) }),
]);

export const isPhoneForm = (form: FormData): boolean => PHONE_INTENTS.some((intent) => intent === form.get("intent"));

/** Returns a problem, else redirects: to the form of the code, and to the changed number. */
export async function handlePhoneForm(
  { signIn }: Context,
  viewer: Viewer,
  form: FormData,
): Promise<PhoneChangeProblem> {
  const parsed = phoneForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { intent: null, code: "request/invalid", typed: "" };
  const submission = parsed.data;
  const failed = (code: ErrorCode, typed = ""): PhoneChangeProblem => ({ intent: submission.intent, code, typed });
  switch (submission.intent) {
    case "phone": {
      const begun = await signIn.beginPhoneChange(viewer, submission.phone);
      if (begun.ok) throw redirect(begun.value === "sent" ? OPEN : SAVED);
      return failed(begun.error.code, submission.phone);
    }
    case "phone-code": {
      const digits = parseCode(submission.code);
      if (digits === null) return failed("account/code-refused", submission.code);
      const confirmed = await signIn.confirmPhoneChange(viewer, digits);
      if (confirmed.ok) throw redirect(confirmed.value);
      return failed(confirmed.error.code, submission.code);
    }
    case "phone-cancel":
      signIn.cancelPhoneChange();
      throw redirect(PAGE);
    case "phone-remove": {
      const removed = await signIn.removePhone();
      if (removed.ok) throw redirect(`${PAGE}?phone=removed`);
      return failed(removed.error.code);
    }
    default:
      return submission satisfies never;
  }
}
