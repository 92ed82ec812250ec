import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ERRORS } from "#contracts/errors.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { ConfirmScreen } from "~/personal-data/ConfirmScreen.tsx";
import { handleConfirmForm, readConfirmPage } from "~/personal-data/confirmPage.server.ts";

await loadNamespaces("workspace", "errors", "account", "privacy");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAccount(context, request);
  return {
    title: getTranslator(context.locale)("data.confirm.title"),
    view: readConfirmPage(context, viewer, request),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const result = await handleConfirmForm(context, viewer, request);
  return data(result, { status: ERRORS[result.code].status });
}

export default function ConfirmSettings() {
  const { view } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  // The Worker's own rejection of a form has no intent.
  const result = actionData !== undefined && "intent" in actionData ? actionData : null;
  return <ConfirmScreen view={view} result={result} />;
}
