import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation, useRouteError } from "@remix-run/react";
import { ERRORS, type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { signOutForm } from "~/account/forms.server.ts";
import { SignOutScreen } from "~/account/landing.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { RouteFailure } from "~/platform/RouteFailure.tsx";

await texts("account");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = await context.session.viewer();
  return {
    title: `${textIn(context.locale)("sign-out.title")} · Parley`,
    who: viewer && { mail: viewer.email },
  };
}

const refused = (error: ErrorCode) => data({ error }, { status: ERRORS[error].status });

export async function action({ request, context }: ActionFunctionArgs) {
  const sent = signOutForm.safeParse(Object.fromEntries(await request.formData()));
  if (!sent.success) return refused("request/invalid");
  const out = await context.signIn.signOut(sent.data.everywhere ? "global" : "local");
  return out.ok ? redirect("/") : refused(out.error.code);
}

export default function SignOut() {
  const { who } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  return <SignOutScreen who={who} busy={busy} {...(isErrorCode(answer?.error) && { error: answer.error })} />;
}

export function ErrorBoundary() {
  return <RouteFailure error={useRouteError()} />;
}
