import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigation,
  useRouteError,
} from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { isPhoneNumber } from "#contracts/phoneNumber.ts";
import { codeForm, parseCode } from "~/auth/authForms.server.ts";
import { CodeScreen } from "~/auth/CodeScreen.tsx";
import { MergeFailedScreen } from "~/auth/MergeFailedScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { isRecoverPath, postSignInPath } from "~/lib/postSignInPath.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { withActionFallback } from "~/lib/routeErrors.ts";

await loadNamespaces("account", "codes");

/** Auth sends one message a minute to an address: `max_frequency` in supabase/config.toml. Milliseconds. */
const MESSAGE_INTERVAL_MS = 60_000;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

/** Returns the path to open after a sign-in that another tab completed. It removed the cookie. */
const nextOf = (request: Request) => postSignInPath(new URL(request.url).searchParams.get("next") ?? "");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const pending = context.signIn.pending();
  const viewer = await context.session.viewer();
  const signedIn = viewer !== null && !viewer.anonymous;
  // Signed in by the link in the meantime, or no sign-in is pending here.
  if (pending === null) throw redirect(signedIn ? nextOf(request) : "/sign-in");
  if (signedIn && !pending.mergeFailed) throw redirect(pending.next);
  const t = getTranslator(context.locale);
  const isPhone = isPhoneNumber(pending.address);
  return {
    title: `${t(isPhone ? "sign-in.code.titlePhone" : "sign-in.code.title")} · Parley`,
    address: pending.shown,
    phone: isPhone,
    next: pending.next,
    recovery: isRecoverPath(pending.next),
    unclaimed: pending.mergeFailed,
    askedAt: pending.requestedAt,
    wait: Math.max(0, Math.ceil((pending.requestedAt + MESSAGE_INTERVAL_MS - Date.now()) / 1000)),
  };
}

const errorResult = (error: ErrorCode, code = "") =>
  data({ error, code, sentAgain: false }, { status: errorStatus(error) });

export async function action({ request, context }: ActionFunctionArgs) {
  const parsed = codeForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return errorResult("request/invalid");
  const pending = context.signIn.pending();
  const viewer = await context.session.viewer();
  // A repeated submit: the first one succeeded.
  if (viewer !== null && !viewer.anonymous) return redirect(pending?.next ?? nextOf(request));
  if (pending === null) return redirect("/sign-in");
  switch (parsed.data.intent) {
    case "enter": {
      const { code } = parsed.data;
      const digits = parseCode(code);
      if (digits === null) return errorResult("account/code-refused", code);
      const entered = await context.signIn.verifyCode(digits);
      return entered.ok ? redirect(entered.value) : errorResult(entered.error.code, code);
    }
    case "again": {
      const started = await context.signIn.requestAgain(parsed.data.captcha);
      return started.ok ? { error: null, code: "", sentAgain: true } : errorResult(started.error.code);
    }
    default:
      return parsed.data satisfies never;
  }
}

/** After a network failure the form stays and shows the error. Its page could not be read again either. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  withActionFallback(request, serverAction<typeof action>, (error) => ({ error, code: "", sentAgain: false }));

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult }) =>
  actionResult === undefined || actionResult.sentAgain === true;

export default function CodeRoute() {
  const { address, phone, next, wait, askedAt, unclaimed, recovery } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  const intent = useNavigation().formData?.get("intent");
  if (unclaimed) return <MergeFailedScreen next={next} />;
  return (
    <CodeScreen
      address={address}
      isPhone={phone}
      isRecovery={recovery}
      code={actionResult?.code ?? ""}
      waitSeconds={wait}
      round={askedAt}
      resent={actionResult?.sentAgain ?? false}
      busy={intent === "enter" || intent === "again" ? intent : null}
      {...(isErrorCode(actionResult?.error) && { error: actionResult.error })}
    />
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
