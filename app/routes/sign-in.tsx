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
import { signInForm, wrongEmailCharacter } from "~/auth/authForms.server.ts";
import { type SignInIntent, SignInScreen } from "~/auth/SignInScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { codePath, postSignInPath } from "~/lib/postSignInPath.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { withActionFallback } from "~/lib/routeErrors.ts";
import { parseAnswer, problemStatus } from "~/passkeys/passkeyPage.server.ts";
import type { AnyPasskeyProblem } from "~/passkeys/passkeyView.ts";

await loadNamespaces("account");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = postSignInPath(new URL(request.url).searchParams.get("next") ?? "");
  const viewer = await context.session.viewer();
  if (viewer !== null && !viewer.anonymous) throw redirect(next);
  return {
    title: `${getTranslator(context.locale)("sign-in.title")} · Parley`,
    path: `/sign-in?${new URLSearchParams({ next })}`,
    next,
    mail: context.signIn.pending()?.shown ?? "",
    guest: viewer !== null,
    ended: viewer === null && context.session.hasEnded(),
    ways: await context.signIn.ways(),
    lastWay: context.signIn.lastWay(),
  };
}

const errorResult = (error: ErrorCode, mail: string, next: string, withPassword = false) =>
  data(
    { error, passkeyProblem: null, mail, next, withPassword, wrongCharacter: wrongEmailCharacter(mail) },
    { status: errorStatus(error) },
  );

const passkeyFailure = (passkeyProblem: AnyPasskeyProblem, next: string) =>
  data(
    { error: null, passkeyProblem, mail: "", next, withPassword: false, wrongCharacter: null },
    { status: problemStatus(passkeyProblem) },
  );

/** Redirects to the same page in every case: only the owner of an address learns whether it has an account. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const parsed = signInForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return errorResult("request/invalid", "", "");
  const { mail, password, next, captcha, way, provider } = parsed.data;
  // Only shows the field, without a lookup and without the address in the URL.
  if (way === "use-password") {
    return { error: null, passkeyProblem: null, mail, next, withPassword: true, wrongCharacter: null };
  }
  const viewer = await context.session.knownViewer();
  if (!viewer.ok) return errorResult(viewer.error.code, mail, next, way === "password");
  if (viewer.value !== null && !viewer.value.anonymous) return redirect(postSignInPath(next));
  if (provider !== "") {
    const begun = await context.signIn.beginProvider(provider, next);
    return begun.ok ? redirect(begun.value) : errorResult(begun.error.code, mail, next);
  }
  switch (way) {
    case "password": {
      const entered = await context.signIn.enterPassword(mail, password, next, captcha);
      return entered.ok ? redirect(entered.value) : errorResult(entered.error.code, mail, next, true);
    }
    case "code": {
      const started = await context.signIn.requestCode(mail, next, captcha);
      return started.ok ? redirect(codePath(next)) : errorResult(started.error.code, mail, next);
    }
    case "passkey": {
      const answer = parseAnswer(form);
      if (answer === null) return errorResult("request/invalid", mail, next);
      const entered = await context.passkeys.signIn(answer, next);
      return entered.ok ? redirect(entered.value) : passkeyFailure(entered.problem, next);
    }
    default:
      return way satisfies never;
  }
}

const intentOf = (form: FormData | undefined): SignInIntent | null => {
  const way = form?.get("way");
  return way === "password" || way === "use-password" || way === "code" || way === "passkey" ? way : null;
};

/** After a network failure the form stays and shows the error. Its page could not be read again either. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const way = intentOf(await request.clone().formData());
  const typed = { mail: "", next: "", withPassword: way === "password", wrongCharacter: null };
  return await withActionFallback(request, serverAction<typeof action>, (error) =>
    way === "passkey" ? { ...typed, error: null, passkeyProblem: error } : { ...typed, error, passkeyProblem: null },
  );
}

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult }) => actionResult === undefined;

export default function SignInRoute() {
  const { path, next, mail, guest, ended, ways, lastWay } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  const { formData } = useNavigation();
  return (
    <SignInScreen
      path={path}
      // The form posts to a URL without the parameter.
      next={actionResult?.next || next}
      email={actionResult?.mail ?? mail}
      isGuest={guest}
      hasEnded={ended}
      ways={ways}
      lastWay={lastWay}
      withPassword={actionResult?.withPassword ?? lastWay === "password"}
      isPasswordNew={actionResult?.withPassword === true}
      busy={intentOf(formData)}
      passkeyProblem={actionResult?.passkeyProblem ?? null}
      wrongCharacter={actionResult?.wrongCharacter ?? null}
      {...(isErrorCode(actionResult?.error) && { error: actionResult.error })}
    />
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
