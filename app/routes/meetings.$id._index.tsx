import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { requireAccount } from "~/account/require.server.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { refusal } from "~/platform/failure.ts";
import { CallsScreen } from "~/transcripts/landing.ts";
import { readCalls, readProfile } from "~/transcripts/read.server.ts";
import { AppShell, ShellFailure } from "~/workspace/landing.ts";

await texts("workspace", "transcripts", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

/** The calls of a meeting. Of one there is no list: it leads to that. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request);
  const profile = await readProfile(context);
  const view = await readCalls(context, params.id, profile, request);
  if (!view.ok) throw refusal(view.error);
  const [only, ...others] = view.value.calls;
  if (only !== undefined && others.length === 0) throw redirect(`/meetings/${view.value.meetingId}/calls/${only.id}`);
  return data({
    heading: view.value.title ?? textIn(context.locale)("transcript.calls"),
    person: { name: profile?.display_name ?? null, email },
    view: view.value,
  });
}

export default function MeetingCallsRoute() {
  const { person, view } = useLoaderData<typeof loader>();
  return (
    <AppShell person={person}>
      <CallsScreen view={view} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellFailure error={useRouteError()} />;
}
