import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation, useRouteError } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { linkToken } from "~/auth/authForms.server.ts";
import { LinkScreen } from "~/auth/LinkScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { RouteError } from "~/lib/RouteError.tsx";

await loadNamespaces("account", "codes");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

/** Changes nothing, because email programs and scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const link = linkToken.safeParse(Object.fromEntries(searchParams));
  const viewer = await context.session.viewer();
  const pending = context.signIn.pending();
  return data(
    {
      title: `${getTranslator(context.locale)("sign-in.link.title")} · Parley`,
      link: link.success ? { ...link.data, next: searchParams.get("next") ?? "" } : null,
      signedInAs: viewer?.address ?? null,
      requestedHere: link.success && pending?.address.toLowerCase() === link.data.mail.toLowerCase(),
    },
    { status: link.success ? 200 : errorStatus("account/link-refused") },
  );
}

const errorResult = (error: ErrorCode) => data({ error }, { status: errorStatus(error) });

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const link = linkToken.safeParse(Object.fromEntries(form));
  if (!link.success) return errorResult("account/link-refused");
  const entered = await context.signIn.verifyLink(link.data, String(form.get("next") ?? ""));
  return entered.ok ? redirect(entered.value) : errorResult(entered.error.code);
}

export default function Confirm() {
  const { link, signedInAs, requestedHere } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  return (
    <LinkScreen
      link={link}
      signedInAs={signedInAs}
      requestedHere={requestedHere}
      busy={busy}
      {...(isErrorCode(actionResult?.error) && { error: actionResult.error })}
    />
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
