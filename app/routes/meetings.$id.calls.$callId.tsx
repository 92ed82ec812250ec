import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useLoaderData, useRouteError } from "@remix-run/react";
import { requireReader } from "~/auth/requireAccount.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { errorResponse } from "~/lib/routeErrors.ts";
import { useViewer } from "~/lib/useViewer.ts";
import { ShellError } from "~/shell/ShellError.tsx";
import { readProfile, readTranscript } from "~/transcripts/readTranscript.server.ts";
import { TranscriptLayout } from "~/transcripts/TranscriptLayout.tsx";
import { TranscriptScreen } from "~/transcripts/TranscriptScreen.tsx";

await loadNamespaces("workspace", "transcripts");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

/** The columns are in the URL; nothing else reloads. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { email, anonymous } = await requireReader(context, request);
  const profile = await readProfile(context);
  const view = await readTranscript(context, params, profile, request);
  if (!view.ok) throw errorResponse(view.error);
  return data({
    env: context.env,
    heading: meetingTitle(getTranslator(context.locale), view.value),
    person: anonymous ? null : { name: profile?.display_name ?? null, email },
    view: view.value,
  });
}

export default function TranscriptRoute() {
  const { env, person, view } = useLoaderData<typeof loader>();
  return (
    <TranscriptLayout person={person}>
      <TranscriptScreen key={view.callId} view={view} env={env} />
    </TranscriptLayout>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return useViewer()?.anonymous === false ? <ShellError error={error} /> : <RouteError error={error} />;
}
