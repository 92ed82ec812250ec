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
import { codeForm, readCode } from "~/account/forms.server.ts";
import { CodeScreen, UnclaimedScreen } from "~/account/landing.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { answerOr } from "~/platform/failure.ts";
import { RouteFailure } from "~/platform/RouteFailure.tsx";

await texts("account");

/** Auth writes to one address once a minute: `max_frequency` in supabase/config.toml. Milliseconds. */
const BETWEEN_MAILS = 60_000;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const pending = context.signIn.pending();
  const viewer = await context.session.viewer();
  const signedIn = viewer !== null && !viewer.anonymous;
  // Signed in by the link meanwhile, or nothing is under way here.
  if (pending === null) throw redirect(signedIn ? "/home" : "/sign-in");
  if (signedIn && !pending.unclaimed) throw redirect(pending.next);
  const t = textIn(context.locale);
  return {
    title: `${t("sign-in.code.title")} · Parley`,
    mail: pending.mail,
    next: pending.next,
    unclaimed: pending.unclaimed,
    askedAt: pending.askedAt,
    wait: Math.max(0, Math.ceil((pending.askedAt + BETWEEN_MAILS - Date.now()) / 1000)),
  };
}

const refused = (error: ErrorCode, code = "") =>
  data({ error, code, sentAgain: false }, { status: ERRORS[error].status });

export async function action({ request, context }: ActionFunctionArgs) {
  const sent = codeForm.safeParse(Object.fromEntries(await request.formData()));
  if (!sent.success) return refused("request/invalid");
  const pending = context.signIn.pending();
  const viewer = await context.session.viewer();
  // The same press twice: the first one did it.
  if (viewer !== null && !viewer.anonymous) return redirect(pending?.next ?? "/home");
  if (pending === null) return redirect("/sign-in");
  switch (sent.data.intent) {
    case "enter": {
      const { code } = sent.data;
      const digits = readCode(code);
      if (digits === null) return refused("account/code-refused", code);
      const entered = await context.signIn.enterCode(digits);
      return entered.ok ? redirect(entered.value) : refused(entered.error.code, code);
    }
    case "again": {
      const begun = await context.signIn.begin(pending.mail, pending.next);
      return begun.ok ? { error: null, code: "", sentAgain: true } : refused(begun.error.code);
    }
    default:
      return sent.data satisfies never;
  }
}

/** Where the press does not get through, the form stays and says so; its page could not be read again either. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  answerOr(request, serverAction<typeof action>, (error) => ({ error, code: "", sentAgain: false }));

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult }) =>
  actionResult === undefined || actionResult.sentAgain === true;

export default function Code() {
  const { mail, next, wait, askedAt, unclaimed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const intent = useNavigation().formData?.get("intent");
  if (unclaimed) return <UnclaimedScreen next={next} />;
  return (
    <CodeScreen
      mail={mail}
      code={answer?.code ?? ""}
      wait={wait}
      round={askedAt}
      sentAgain={answer?.sentAgain ?? false}
      busy={intent === "enter" || intent === "again" ? intent : null}
      {...(isErrorCode(answer?.error) && { error: answer.error })}
    />
  );
}

export function ErrorBoundary() {
  return <RouteFailure error={useRouteError()} />;
}
