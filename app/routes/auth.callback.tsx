import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useLoaderData, useRouteError } from "@remix-run/react";
import { ConnectProblemScreen } from "~/auth/ConnectProblemScreen.tsx";
import { ProviderProblemScreen } from "~/auth/ProviderProblemScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { RouteError } from "~/lib/RouteError.tsx";

await loadNamespaces("account", "providers", "connections");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

/**
 * Auth leads here from a provider. Only the browser that began has what the code needs, so a GET may sign in, or connect an
 * identity.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const outcome = await context.signIn.finishProvider(new URL(request.url).searchParams);
  if (outcome.ok) throw redirect(outcome.path);
  const viewer = await context.session.viewer();
  const t = getTranslator(context.locale);
  const title = t(outcome.purpose === "connect" ? "connections.callback.title" : "providers.title");
  return data(
    { title: `${title} · Parley`, outcome, isSignedIn: viewer !== null && !viewer.anonymous },
    { status: outcome.problem === "unavailable" ? 503 : 400 },
  );
}

/** A second request would find the flow used. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function ProviderCallback() {
  const { outcome, isSignedIn } = useLoaderData<typeof loader>();
  const { provider } = outcome;
  if (outcome.purpose === "connect") {
    return <ConnectProblemScreen problem={outcome.problem} {...{ provider, isSignedIn }} />;
  }
  return <ProviderProblemScreen problem={outcome.problem} next={outcome.next} {...{ provider, isSignedIn }} />;
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
