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
import { ERRORS, type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { signInForm } from "~/account/forms.server.ts";
import { SignInScreen } from "~/account/landing.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { afterSignIn } from "~/platform/afterSignIn.ts";
import { answerOr } from "~/platform/failure.ts";
import { RouteFailure } from "~/platform/RouteFailure.tsx";

await texts("account");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = afterSignIn(new URL(request.url).searchParams.get("next") ?? "");
  const viewer = await context.session.viewer();
  if (viewer !== null && !viewer.anonymous) throw redirect(next);
  return {
    title: `${textIn(context.locale)("sign-in.title")} · Parley`,
    path: `/sign-in?${new URLSearchParams({ next })}`,
    next,
    mail: context.signIn.pending()?.mail ?? "",
    guest: viewer !== null,
  };
}

const refused = (error: ErrorCode, mail: string, next: string) =>
  data({ error, mail, next }, { status: ERRORS[error].status });

/** Ends at the same page in every case: whether the address has an account is told to its owner alone. */
export async function action({ request, context }: ActionFunctionArgs) {
  const sent = signInForm.safeParse(Object.fromEntries(await request.formData()));
  if (!sent.success) return refused("request/invalid", "", "");
  const { mail, next } = sent.data;
  const viewer = await context.session.knownViewer();
  if (!viewer.ok) return refused(viewer.error.code, mail, next);
  if (viewer.value !== null && !viewer.value.anonymous) return redirect(afterSignIn(next));
  const begun = await context.signIn.begin(mail, next);
  return begun.ok ? redirect("/sign-in/code") : refused(begun.error.code, mail, next);
}

/** Where the press does not get through, the form stays and says so; its page could not be read again either. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  answerOr(request, serverAction<typeof action>, (error) => ({ error, mail: "", next: "" }));

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult }) => actionResult === undefined;

export default function SignIn() {
  const { path, next, mail, guest } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  return (
    <SignInScreen
      path={path}
      // The form posts to an address without it.
      next={answer?.next || next}
      mail={answer?.mail ?? mail}
      guest={guest}
      busy={busy}
      {...(isErrorCode(answer?.error) && { error: answer.error })}
    />
  );
}

export function ErrorBoundary() {
  return <RouteFailure error={useRouteError()} />;
}
