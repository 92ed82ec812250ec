import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { readWorkspace } from "~/glossary/readGlossary.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { CalendarScreen } from "~/planning/CalendarScreen.tsx";
import { readCalendar } from "~/planning/readCalendar.server.ts";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";

await loadNamespaces("workspace", "planning", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, email } = await requireAccount(context, request);
  const { home, workspace } = await readWorkspace(context, request);
  const view = await readCalendar(context, request, { id, home, workspace });
  const { display_name, delete_at, factor_reset, avatar } = home.profile;
  const person = { name: display_name, email, deletesAt: delete_at, factorReset: factor_reset, avatar };
  const error = view.error ?? view.detailsError;
  const title = getTranslator(context.locale)("nav.calendar");
  return data({ title, person, view, env: context.env }, { status: error === null ? 200 : errorStatus(error) });
}

export default function CalendarRoute() {
  const { person, view, env } = useLoaderData<typeof loader>();
  return (
    <AppShell person={person}>
      <CalendarScreen view={view} env={env} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
