import {
  type ActionFunctionArgs,
  type AppLoadContext,
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
import { SignInScreen, type SsoState } from "~/auth/SignInScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import type { SignInWay, SignInWays } from "~/lib/loadContext.ts";
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
    ...withLastCompany(await context.signIn.ways(), context.signIn.lastWay()),
  };
}

/** Adds the company of the last sign-in to the providers, so that nobody has to type it again. */
function withLastCompany(ways: SignInWays, lastWay: SignInWay | null) {
  if (!ways.sso || !lastWay?.startsWith("sso:")) return { ways, lastWay };
  const company = { id: lastWay, name: lastWay.slice("sso:".length) };
  return { ways: { ...ways, providers: [company, ...ways.providers] }, lastWay: `provider:${lastWay}` as const };
}

/** The state of a form that nothing was wrong with. */
const UNTOUCHED = { error: null, passkeyProblem: null, withPassword: false, wrongCharacter: null, sso: null };

const errorResult = (error: ErrorCode, mail: string, next: string, withPassword = false) =>
  data(
    { ...UNTOUCHED, error, mail, next, withPassword, wrongCharacter: wrongEmailCharacter(mail) },
    { status: errorStatus(error) },
  );

/** Asks which way to take, or shows that there is no such company. */
const companyResult = (sso: SsoState, mail: string, next: string) =>
  data({ ...UNTOUCHED, mail, next, sso }, { status: sso.isKnown ? 200 : 400 });

const passkeyFailure = (passkeyProblem: AnyPasskeyProblem, next: string) =>
  data({ ...UNTOUCHED, passkeyProblem, mail: "", next }, { status: problemStatus(passkeyProblem) });

/** A number of a phone may have dots, too. */
const isDomain = (typed: string): boolean => !typed.includes("@") && typed.includes(".") && /\p{L}/u.test(typed);

/** Redirects to the same page in every case: only the owner of an address learns whether it has an account. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const parsed = signInForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return errorResult("request/invalid", "", "");
  const { mail, password, next, captcha, way, provider } = parsed.data;
  // Only shows the field, without a lookup and without the address in the URL.
  if (way === "use-password") {
    return { ...UNTOUCHED, mail, next, withPassword: true };
  }
  const viewer = await context.session.knownViewer();
  if (!viewer.ok) return errorResult(viewer.error.code, mail, next, way === "password");
  if (viewer.value !== null && !viewer.value.anonymous) return redirect(postSignInPath(next));
  if (provider.startsWith("sso:")) return await leadToCompany(context, provider.slice("sso:".length), mail, next);
  if (provider !== "") {
    const begun = await context.signIn.beginProvider(provider, next);
    return begun.ok ? redirect(begun.value) : errorResult(begun.error.code, mail, next);
  }
  if ((way === "code" || way === "password") && isDomain(mail) && (await context.signIn.ways()).sso) {
    return await leadToCompany(context, mail, mail, next);
  }
  switch (way) {
    case "password": {
      const entered = await context.signIn.enterPassword(mail, password, next, captcha);
      return entered.ok ? redirect(entered.value) : errorResult(entered.error.code, mail, next, true);
    }
    case "code": {
      // If nobody knows, a code is sent.
      const found = await context.signIn.findCompany(mail);
      if (found.ok && found.value !== null) return companyResult({ company: found.value, isKnown: true }, mail, next);
      return await sendCode(context, mail, next, captcha);
    }
    case "sso":
      return await leadToCompany(context, mail, mail, next);
    case "email-code":
      return await sendCode(context, mail, next, captcha);
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

async function sendCode({ signIn }: AppLoadContext, mail: string, next: string, captcha: string) {
  const started = await signIn.requestCode(mail, next, captcha);
  return started.ok ? redirect(codePath(next)) : errorResult(started.error.code, mail, next);
}

/** Redirects to the identity provider of a company. */
async function leadToCompany({ signIn }: AppLoadContext, company: string, mail: string, next: string) {
  const begun = await signIn.beginSso(company, next);
  if (!begun.ok) return errorResult(begun.error.code, mail, next);
  return begun.value === null ? companyResult({ company, isKnown: false }, mail, next) : redirect(begun.value);
}

/** After a network failure the form stays and shows the error. Its page could not be read again either. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const way = (await request.clone().formData()).get("way");
  const typed = { ...UNTOUCHED, mail: "", next: "", withPassword: way === "password" };
  return await withActionFallback(request, serverAction<typeof action>, (error) =>
    way === "passkey" ? { ...typed, passkeyProblem: error } : { ...typed, error },
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
      busy={formData?.get("way") ?? null}
      sso={actionResult?.sso ?? null}
      passkeyProblem={actionResult?.passkeyProblem ?? null}
      wrongCharacter={actionResult?.wrongCharacter ?? null}
      {...(isErrorCode(actionResult?.error) && { error: actionResult.error })}
    />
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
