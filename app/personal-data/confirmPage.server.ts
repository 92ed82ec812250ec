/** Loads `/settings/confirm` and handles its forms: a fresh code proves that the person at the page owns the account. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import { parseCode } from "~/auth/authForms.server.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { safeRedirect } from "~/lib/safeRedirect.ts";
import { type ConfirmResult, type ConfirmView, confirmPath, DATA_PATH } from "./core/dataView.ts";

type Context = Pick<AppLoadContext, "signIn">;

/** Returns the settings page of the URL. Others need no fresh code. */
function nextOf(request: Request): string {
  const next = safeRedirect(new URL(request.url).searchParams.get("next") ?? "");
  return next.startsWith("/settings/") && !next.startsWith("/settings/confirm") ? next : DATA_PATH;
}

export function readConfirmPage({ signIn }: Context, viewer: Viewer, request: Request): ConfirmView {
  const pending = signIn.pending();
  return {
    email: viewer.email ?? "",
    isSent: pending !== null && pending.email.toLowerCase() === viewer.email?.toLowerCase(),
    next: nextOf(request),
  };
}

const confirmForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), captcha: z._default(z.string(), "") }),
  z.object({ intent: z.literal("enter"), code: z.string() }),
]);

/** Returns an error, else redirects: to this page after a code was sent, and back once it was entered. */
export async function handleConfirmForm({ signIn }: Context, viewer: Viewer, request: Request): Promise<ConfirmResult> {
  const parsed = confirmForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return { intent: null, code: "request/invalid", typed: "" };
  const submission = parsed.data;
  const next = nextOf(request);
  switch (submission.intent) {
    case "send": {
      const sent = await signIn.requestCode(viewer.email ?? "", next, submission.captcha);
      if (sent.ok) throw redirect(confirmPath(next));
      return { intent: "send", code: sent.error.code, typed: "" };
    }
    case "enter": {
      const { code: typed } = submission;
      const digits = parseCode(typed);
      // A code of another address would sign in to that account.
      if (digits === null || !readConfirmPage({ signIn }, viewer, request).isSent)
        return { intent: "enter", code: "account/code-refused", typed };
      const entered = await signIn.verifyCode(digits);
      if (entered.ok) throw redirect(next);
      return { intent: "enter", code: entered.error.code, typed };
    }
    default:
      return submission satisfies never;
  }
}
