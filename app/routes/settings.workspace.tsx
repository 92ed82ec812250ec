import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { useReaderDates } from "~/settings/useReaderDates.ts";
import { readWorkspacePage } from "~/workspaces/readWorkspaces.server.ts";
import { WorkspaceScreen } from "~/workspaces/WorkspaceScreen.tsx";
import { handleWorkspaceForm } from "~/workspaces/workspaceActions.server.ts";
import type { loader as settingsLoader } from "./settings.tsx";

await loadNamespaces("workspace", "errors", "members", "avatars");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const view = await readWorkspacePage(context, viewer, request);
  return { title: getTranslator(context.locale)("settings.workspace"), env: context.env, view };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  const result = await handleWorkspaceForm(context, request);
  return data(result, { status: result.kind === "failed" ? errorStatus(result.code) : 200 });
}

export default function WorkspaceSettings() {
  const settings = useRouteLoaderData<typeof settingsLoader>("routes/settings");
  const { env, view } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const format = useReaderDates(view.languageTag, settings?.profile?.time_zone ?? null);
  // The Worker's own rejection of a form has no kind.
  const result = actionData !== undefined && "kind" in actionData ? actionData : null;
  return <WorkspaceScreen env={env} view={view} result={result} format={format} />;
}
