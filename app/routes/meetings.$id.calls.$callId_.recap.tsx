import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useLoaderData, useRouteError } from "@remix-run/react";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { refusal } from "~/platform/failure.ts";
import { RouteFailure } from "~/platform/RouteFailure.tsx";
import { useViewer } from "~/platform/viewer.ts";
import { RecapScreen } from "~/recap/index.ts";
import { readRecap } from "~/recap/read.server.ts";
import { TranscriptFrame } from "~/transcripts/landing.ts";
import { readProfile } from "~/transcripts/read.server.ts";
import { ShellFailure } from "~/workspace/landing.ts";

await texts("workspace", "transcripts", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

/** The language stands in the address, and the page has all of them. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

/** A guest reads while their meeting goes on; a visitor is nobody yet. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const known = await context.session.knownViewer();
  if (!known.ok) throw refusal(known.error);
  if (known.value === null) {
    const { pathname, search } = new URL(request.url);
    throw redirect(`/sign-in?${new URLSearchParams({ next: pathname + search })}`);
  }
  const { email, anonymous } = known.value;
  const profile = await readProfile(context);
  const view = await readRecap(context, params, profile, request);
  if (!view.ok) throw refusal(view.error);
  const title = textIn(context.locale)("recap.heading");
  return data({
    env: context.env,
    heading: view.value.title === null ? title : `${title}: ${view.value.title}`,
    person: anonymous ? null : { name: profile?.display_name ?? null, email },
    view: view.value,
  });
}

export default function RecapRoute() {
  const { env, person, view } = useLoaderData<typeof loader>();
  return (
    <TranscriptFrame person={person}>
      <RecapScreen key={view.callId} view={view} env={env} />
    </TranscriptFrame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return useViewer()?.anonymous === false ? <ShellFailure error={error} /> : <RouteFailure error={error} />;
}
