import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { problemStatus } from "~/passkeys/passkeyPage.server.ts";
import { ConfirmScreen } from "~/personal-data/ConfirmScreen.tsx";
import { confirmNext, handleConfirmForm, readConfirmPage } from "~/personal-data/confirmPage.server.ts";
import { ConfirmFactorScreen } from "~/two-factor/ConfirmFactorScreen.tsx";

await loadNamespaces("workspace", "errors", "account", "codes", "privacy", "factors", "passkeys");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAccount(context, request);
  return {
    title: getTranslator(context.locale)("data.confirm.title"),
    view: await readConfirmPage(context, viewer, request),
    // A session at this level was confirmed by a second factor.
    byFactor: viewer.level === "aal2",
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAccount(context, request);
  if (viewer.level === "aal2") {
    const form = await request.formData();
    const confirmed = await context.secondFactor.confirmByApp(String(form.get("code") ?? ""));
    if (confirmed.ok) return redirect(confirmNext(request));
    const { problem } = confirmed;
    return data({ problem }, { status: problemStatus(problem) });
  }
  const result = await handleConfirmForm(context, viewer, request);
  return data(result, { status: problemStatus(result.code) });
}

export default function ConfirmSettings() {
  const { view, byFactor } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  // The Worker's own rejection of a form has no intent.
  const result = actionData !== undefined && "intent" in actionData ? actionData : null;
  if (!byFactor) return <ConfirmScreen view={view} result={result} />;
  const problem = actionData !== undefined && "problem" in actionData ? actionData.problem : null;
  return (
    <ConfirmFactorScreen
      path={`/settings/confirm?${new URLSearchParams({ next: view.next })}`}
      next={view.next}
      problem={problem}
    />
  );
}
