import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { Glossary } from "~/glossary/Glossary.tsx";
import { glossaryAction, glossaryResponseStatus } from "~/glossary/glossaryAction.server.ts";
import { readGlossary, readWorkspace } from "~/glossary/readGlossary.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";

await loadNamespaces("workspace", "glossary", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request);
  const workspace = await readWorkspace(context, request);
  const view = await readGlossary(context, request, workspace);
  const { display_name, delete_at, factor_reset, avatar } = workspace.home.profile;
  const person = { name: display_name, email, deletesAt: delete_at, factorReset: factor_reset, avatar };
  const status = view.error === null ? 200 : errorStatus(view.error);
  const title = getTranslator(context.locale)("glossary.title");
  return data({ title, person, env: context.env, view }, { status });
}

/** Skips revalidation when no term has changed. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) => {
  const intent = formData?.get("intent");
  return intent === "retranslate" || intent === "preview" ? false : defaultShouldRevalidate;
};

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  const { workspace } = await readWorkspace(context, request);
  if (workspace === null) throw errorResponse({ code: "request/not-found" });
  const result = await glossaryAction(context, workspace, await request.formData());
  return data(result, { status: glossaryResponseStatus(result) });
}

export default function GlossaryRoute() {
  const { person, env, view } = useLoaderData<typeof loader>();
  return (
    <AppShell person={person}>
      <Glossary key={view.workspace} view={view} actionData={useActionData<typeof action>()} env={env} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
