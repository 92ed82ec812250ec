import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { requireReader } from "~/auth/requireAccount.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { CallInsightsScreen } from "~/insights/CallInsightsScreen.tsx";
import { readCallInsights } from "~/insights/readInsights.server.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { errorResponse } from "~/lib/routeErrors.ts";
import { useViewer } from "~/lib/useViewer.ts";
import { ShellError } from "~/shell/ShellError.tsx";
import { readProfile } from "~/transcripts/readTranscript.server.ts";
import { TranscriptLayout } from "~/transcripts/TranscriptLayout.tsx";

await loadNamespaces("workspace", "transcripts", "insights", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { email, anonymous } = await requireReader(context, request);
  const profile = await readProfile(context);
  const view = await readCallInsights(context, params, profile, request);
  if (!view.ok) throw errorResponse(view.error);
  const t = getTranslator(context.locale);
  return data({
    env: context.env,
    heading: `${t("insights.heading")}: ${meetingTitle(t, view.value)}`,
    person: anonymous ? null : { name: profile?.display_name ?? null, email },
    view: view.value,
  });
}

export default function CallInsightsRoute() {
  const { env, person, view } = useLoaderData<typeof loader>();
  return (
    <TranscriptLayout person={person}>
      <CallInsightsScreen key={view.callId} view={view} env={env} />
    </TranscriptLayout>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return useViewer()?.anonymous === false ? <ShellError error={error} /> : <RouteError error={error} />;
}
