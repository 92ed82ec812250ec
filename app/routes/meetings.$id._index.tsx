import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";
import { MeetingCallsScreen } from "~/transcripts/MeetingCallsScreen.tsx";
import { readCalls, readProfile } from "~/transcripts/readTranscript.server.ts";

await loadNamespaces("workspace", "transcripts", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

/** Lists a meeting's calls; redirects when there is only one. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request);
  const profile = await readProfile(context);
  const view = await readCalls(context, params.id, profile, request);
  if (!view.ok) throw errorResponse(view.error);
  const [only, ...others] = view.value.calls;
  if (only !== undefined && others.length === 0) throw redirect(`/meetings/${view.value.meetingId}/calls/${only.id}`);
  return data({
    heading: view.value.title ?? getTranslator(context.locale)("transcript.calls"),
    person: { name: profile?.display_name ?? null, email },
    view: view.value,
  });
}

export default function MeetingCallsRoute() {
  const { person, view } = useLoaderData<typeof loader>();
  return (
    <AppShell person={person}>
      <MeetingCallsScreen view={view} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
