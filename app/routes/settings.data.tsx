import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { DataScreen } from "~/personal-data/DataScreen.tsx";
import { handleDataForm, readDataPage } from "~/personal-data/dataPage.server.ts";
import { useReaderDates } from "~/settings/useReaderDates.ts";
import type { loader as settingsLoader } from "./settings.tsx";

await loadNamespaces("workspace", "errors", "account", "privacy");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const view = await readDataPage(context, viewer, request);
  return { title: getTranslator(context.locale)("settings.data"), env: context.env, view };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const result = await handleDataForm(context, viewer, request);
  return data(result, { status: result.kind === "failed" ? errorStatus(result.code) : 200 });
}

export default function DataSettings() {
  const settings = useRouteLoaderData<typeof settingsLoader>("routes/settings");
  const { env, view } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const format = useReaderDates(view.languageTag, settings?.profile?.time_zone ?? null);
  // The Worker's own rejection of a form has no kind.
  const result = actionData !== undefined && "kind" in actionData ? actionData : null;
  return <DataScreen env={env} view={view} result={result} format={format} />;
}
