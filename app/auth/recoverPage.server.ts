/** Loads `/recover` and handles its forms: a visitor requests a code, and then chooses a new password. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { wrongEmailCharacter } from "#contracts/text/emailAddress.ts";
import { addressKind } from "~/auth/addressKind.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { codePath, isRecoverPath, postSignInPath, recoverPath } from "~/lib/postSignInPath.ts";

type Context = Pick<AppLoadContext, "session" | "signIn" | "locale">;

/** A person who is signed in changes the password there. */
const CHANGE_PATH = "/settings/security?password";

export async function readRecoverPage({ session, signIn, locale }: Context, request: Request) {
  const { searchParams } = new URL(request.url);
  const next = nextOf(searchParams.get("next") ?? "");
  const viewer = await session.viewer();
  const isAccount = viewer !== null && !viewer.anonymous;
  if (isAccount && !viewer.recovering) throw redirect(CHANGE_PATH);
  const ways = await signIn.ways();
  if (!ways.password) throw redirect(`/sign-in?${new URLSearchParams({ next })}`);
  const reason = searchParams.get("reason");
  const t = getTranslator(locale);
  return {
    title: t(isAccount ? "password.choose.title" : "password.recover.title"),
    path: recoverPath(next),
    next,
    email: (isAccount ? viewer.address : signIn.pending()?.shown) ?? "",
    accepts: addressKind(ways),
    isChoosing: isAccount,
    reason: isAccount && isErrorCode(reason) && reason.startsWith("password/") ? reason : null,
  };
}

const recoverForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("request"),
    mail: z.string(),
    next: z._default(z.string(), ""),
    captcha: z._default(z.string(), ""),
  }),
  z.object({ intent: z.literal("choose"), password: z.string(), next: z._default(z.string(), "") }),
]);

interface RecoverResult {
  readonly error: ErrorCode;
  readonly mail: string;
  readonly next: string;
  readonly wrongCharacter: string | null;
}

/** Returns an error, else redirects: to the page of the code, and at the end to `next`. */
export async function handleRecoverForm({ session, signIn }: Context, request: Request): Promise<RecoverResult> {
  const failed = (error: ErrorCode, mail = "", next = ""): RecoverResult => ({
    ...{ error, mail, next },
    wrongCharacter: wrongEmailCharacter(mail),
  });
  const parsed = recoverForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return failed("request/invalid");
  const submission = parsed.data;
  const next = nextOf(submission.next);
  const viewer = await session.knownViewer();
  if (!viewer.ok) return failed(viewer.error.code, "", next);
  const account = viewer.value?.anonymous === false ? viewer.value : null;
  switch (submission.intent) {
    case "request": {
      if (account !== null) throw redirect(CHANGE_PATH);
      const { mail, captcha } = submission;
      const sent = await signIn.requestRecovery(mail, next, captcha);
      if (sent.ok) throw redirect(codePath(recoverPath(next)));
      return failed(sent.error.code, mail, next);
    }
    case "choose": {
      if (account === null) throw redirect(recoverPath(next));
      // The database checks that the session began with a code a moment ago.
      const changed = await signIn.changePassword(account, submission.password, null);
      if (changed.ok) throw redirect(next);
      return failed(changed.error.code, "", next);
    }
    default:
      return submission satisfies never;
  }
}

function nextOf(typed: string): string {
  const next = postSignInPath(typed);
  return isRecoverPath(next) ? "/home" : next;
}
