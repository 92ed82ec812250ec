import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { readWorkspace } from "~/glossary/readGlossary.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { InsightsScreen } from "~/insights/InsightsScreen.tsx";
import { readInsights } from "~/insights/readInsights.server.ts";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";

await loadNamespaces("workspace", "insights", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request);
  const workspace = await readWorkspace(context, request);
  const view = await readInsights(context, request, workspace);
  const { display_name, delete_at, factor_reset, avatar } = workspace.home.profile;
  const person = { name: display_name, email, deletesAt: delete_at, factorReset: factor_reset, avatar };
  const status = view.error === null ? 200 : errorStatus(view.error);
  return data({ title: getTranslator(context.locale)("nav.insights"), person, view }, { status });
}

export default function InsightsRoute() {
  const { person, view } = useLoaderData<typeof loader>();
  return (
    <AppShell person={person}>
      <InsightsScreen view={view} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
