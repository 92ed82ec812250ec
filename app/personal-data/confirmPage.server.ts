/** Loads `/settings/confirm` and handles its forms: a fresh proof shows that the person at the page owns the account. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import { parseCode } from "~/auth/authForms.server.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { safeRedirect } from "~/lib/safeRedirect.ts";
import { answerFields } from "~/passkeys/passkeyPage.server.ts";
import { type ConfirmResult, type ConfirmView, confirmPath, DATA_PATH } from "./core/dataView.ts";

type Context = Pick<AppLoadContext, "rpc" | "signIn" | "passkeys">;
type FormContext = Omit<Context, "rpc">;

/** Returns the settings page of the URL. Others need no fresh proof. */
export function confirmNext(request: Request): string {
  const next = safeRedirect(new URL(request.url).searchParams.get("next") ?? "");
  return next.startsWith("/settings/") && !next.startsWith("/settings/confirm") ? next : DATA_PATH;
}

/** Returns whether a code was sent to the viewer. */
function isCodeSent({ signIn }: Pick<Context, "signIn">, viewer: Viewer): boolean {
  const pending = signIn.pending();
  return pending !== null && pending.address.toLowerCase() === viewer.address?.toLowerCase();
}

async function hasPasskey({ signIn, passkeys }: FormContext): Promise<boolean> {
  if (!(await signIn.ways()).passkey) return false;
  const found = await passkeys.list();
  return found.ok && found.value.length > 0;
}

async function hasPassword({ signIn, rpc }: Context): Promise<boolean> {
  if (!(await signIn.ways()).password) return false;
  const state = await rpc("password_state", {});
  return state.ok && state.value.is_set;
}

export async function readConfirmPage(context: Context, viewer: Viewer, request: Request): Promise<ConfirmView> {
  const page = { email: viewer.address ?? "", next: confirmNext(request) };
  if (viewer.managed) {
    const company = viewer.email?.split("@").at(-1) ?? null;
    return { ...page, company, isSent: false, hasPasskey: false, hasPassword: false };
  }
  const [passkey, password] = await Promise.all([hasPasskey(context), hasPassword(context)]);
  return {
    ...page,
    company: null,
    // A code of another account may have the same address.
    isSent: isCodeSent(context, viewer),
    hasPasskey: passkey,
    hasPassword: password,
  };
}

const confirmForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), captcha: z._default(z.string(), "") }),
  z.object({ intent: z.literal("enter"), code: z.string() }),
  z.object({ intent: z.literal("password"), password: z.string() }),
  z.object({ intent: z.literal("passkey"), ...answerFields }),
  z.object({ intent: z.literal("sso") }),
]);

/** Returns an error, else redirects: to this page after a code was sent, and back once it was entered. */
export async function handleConfirmForm(
  context: FormContext,
  viewer: Viewer,
  request: Request,
): Promise<ConfirmResult> {
  const { signIn, passkeys } = context;
  const parsed = confirmForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return { intent: null, code: "request/invalid", typed: "" };
  const submission = parsed.data;
  const next = confirmNext(request);
  const isManaged = viewer.managed === true;
  // A code signs in to another account than single sign-on, although both may have the same address.
  if (isManaged !== (submission.intent === "sso")) return { intent: null, code: "request/not-allowed", typed: "" };
  switch (submission.intent) {
    case "sso": {
      const begun = await signIn.beginSso(viewer.email ?? "", next);
      if (begun.ok && begun.value !== null) throw redirect(begun.value);
      return { intent: "sso", code: begun.ok ? "request/not-allowed" : begun.error.code, typed: "" };
    }
    case "send": {
      const sent = await signIn.requestCode(viewer.address ?? "", next, submission.captcha);
      if (sent.ok) throw redirect(confirmPath(next));
      return { intent: "send", code: sent.error.code, typed: "" };
    }
    case "enter": {
      const { code: typed } = submission;
      const digits = parseCode(typed);
      // A code of another address would sign in to that account.
      if (digits === null || !isCodeSent(context, viewer))
        return { intent: "enter", code: "account/code-refused", typed };
      const entered = await signIn.verifyCode(digits);
      if (entered.ok) throw redirect(next);
      return { intent: "enter", code: entered.error.code, typed };
    }
    case "password": {
      const confirmed = await signIn.confirmPassword(viewer, submission.password);
      if (confirmed.ok) throw redirect(next);
      return { intent: "password", code: confirmed.error.code, typed: "" };
    }
    case "passkey": {
      const { challenge, credential } = submission;
      const confirmed = await passkeys.confirm(viewer, { challengeId: challenge, credential });
      if (confirmed.ok) throw redirect(next);
      return { intent: "passkey", code: confirmed.problem, typed: "" };
    }
    default:
      return submission satisfies never;
  }
}
