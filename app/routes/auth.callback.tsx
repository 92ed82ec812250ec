import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useLoaderData, useRouteError } from "@remix-run/react";
import { ProviderProblemScreen } from "~/auth/ProviderProblemScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { RouteError } from "~/lib/RouteError.tsx";

await loadNamespaces("account", "providers");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

/** Auth leads here from a provider. Only the browser that began the sign-in has what its code needs, so a GET may sign in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const outcome = await context.signIn.finishProvider(new URL(request.url).searchParams);
  if (outcome.ok) throw redirect(outcome.path);
  const { problem, provider, next } = outcome;
  const viewer = await context.session.viewer();
  return data(
    {
      title: `${getTranslator(context.locale)("providers.title")} · Parley`,
      ...{ problem, provider, next, isSignedIn: viewer !== null && !viewer.anonymous },
    },
    { status: problem === "unavailable" ? 503 : 400 },
  );
}

/** A second request would find the sign-in used. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function ProviderCallback() {
  const { problem, provider, next, isSignedIn } = useLoaderData<typeof loader>();
  return <ProviderProblemScreen {...{ problem, provider, next, isSignedIn }} />;
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
