import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { ERRORS } from "#contracts/errors.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { HomeScreen } from "~/home/HomeScreen.tsx";
import { readHome } from "~/home/readHome.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { startOrJoinAction, submittedStartOrJoin } from "~/landing/startOrJoin.server.ts";
import { startOrJoinClientAction, unlessResponded, useStartOrJoin } from "~/landing/useStartOrJoin.ts";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";

await loadNamespaces("workspace", "titles");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

/** `id` is the id of the next meeting, so that a repeated submit opens one meeting. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const view = await readHome(context, viewer, request);
  const status = view.error === null ? 200 : ERRORS[view.error].status;
  const title = getTranslator(context.locale)("nav.home");
  return data({ id: crypto.randomUUID(), title, typed: submittedStartOrJoin(context), view }, { status });
}

export const shouldRevalidate = unlessResponded;

/** Redirects to sign in if the session has ended: the submit must not create a guest. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  return startOrJoinAction({ request, context });
}

export const clientAction = startOrJoinClientAction;

export default function HomeRoute() {
  const page = useLoaderData<typeof loader>();
  const { view } = page;
  const { start, join } = useStartOrJoin(page, useActionData<typeof action>());
  return (
    <AppShell person={view.person}>
      <HomeScreen view={view} start={start} join={join} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
