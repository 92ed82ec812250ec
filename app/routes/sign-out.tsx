import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation, useRouteError } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { signOutForm } from "~/auth/authForms.server.ts";
import { SignOutScreen } from "~/auth/SignOutScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { RouteError } from "~/lib/RouteError.tsx";

await loadNamespaces("account", "signOut");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = await context.session.viewer();
  return {
    title: `${getTranslator(context.locale)("sign-out.title")} · Parley`,
    who: viewer && { mail: viewer.address },
  };
}

const errorResult = (error: ErrorCode) => data({ error }, { status: errorStatus(error) });

export async function action({ request, context }: ActionFunctionArgs) {
  const parsed = signOutForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return errorResult("request/invalid");
  const signedOut = await context.signIn.signOut(parsed.data.everywhere ? "global" : "local");
  // A new document, because modules keep in memory what they read from storage.
  return signedOut.ok ? redirectDocument("/") : errorResult(signedOut.error.code);
}

export default function SignOutRoute() {
  const { who } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  return (
    <SignOutScreen account={who} busy={busy} {...(isErrorCode(actionResult?.error) && { error: actionResult.error })} />
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
