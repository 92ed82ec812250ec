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
import { addressKind } from "~/auth/addressKind.ts";
import { signUpForm, wrongEmailCharacter } from "~/auth/authForms.server.ts";
import { SignUpScreen } from "~/auth/SignUpScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { codePath, postSignInPath } from "~/lib/postSignInPath.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { withActionFallback } from "~/lib/routeErrors.ts";

await loadNamespaces("account", "passwords");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = postSignInPath(new URL(request.url).searchParams.get("next") ?? "");
  const viewer = await context.session.viewer();
  if (viewer !== null && !viewer.anonymous) throw redirect(next);
  const query = new URLSearchParams({ next });
  const ways = await context.signIn.ways();
  if (!ways.password || !ways.newAccounts) throw redirect(`/sign-in?${query}`);
  return {
    title: `${getTranslator(context.locale)("password.signUp.title")} · Parley`,
    path: `/sign-up?${query}`,
    next,
    mail: context.signIn.pending()?.shown ?? "",
    guest: viewer !== null,
    providers: ways.providers,
    accepts: addressKind(ways),
  };
}

const errorResult = (error: ErrorCode, mail: string, next: string) =>
  data({ error, mail, next, wrongCharacter: wrongEmailCharacter(mail) }, { status: errorStatus(error) });

/** Redirects to the same page in every case: only the owner of an address learns whether it has an account. */
export async function action({ request, context }: ActionFunctionArgs) {
  const parsed = signUpForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return errorResult("request/invalid", "", "");
  const { mail, password, next, captcha } = parsed.data;
  const viewer = await context.session.knownViewer();
  if (!viewer.ok) return errorResult(viewer.error.code, mail, next);
  if (viewer.value !== null && !viewer.value.anonymous) return redirect(postSignInPath(next));
  const started = await context.signIn.requestSignUp(mail, password, next, captcha);
  return started.ok ? redirect(codePath(next)) : errorResult(started.error.code, mail, next);
}

/** After a network failure the form stays and shows the error. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  withActionFallback(request, serverAction<typeof action>, (error) => ({
    error,
    mail: "",
    next: "",
    wrongCharacter: null,
  }));

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult }) => actionResult === undefined;

export default function SignUpRoute() {
  const { path, next, mail, guest, providers, accepts } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  return (
    <SignUpScreen
      path={path}
      // The form posts to a URL without the parameter.
      next={actionResult?.next || next}
      email={actionResult?.mail ?? mail}
      isGuest={guest}
      providers={providers}
      accepts={accepts}
      busy={useNavigation().formAction === "/sign-up"}
      wrongCharacter={actionResult?.wrongCharacter ?? null}
      {...(isErrorCode(actionResult?.error) && { error: actionResult.error })}
    />
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
