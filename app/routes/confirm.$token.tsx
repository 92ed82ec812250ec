import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation, useRouteError } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { isErrorCode } from "#contracts/errors.ts";
import { LinkScreen } from "~/confirmations/LinkScreen.tsx";
import { toLinkAnswerError } from "~/confirmations/linkPageView.ts";
import { answerLink, readLinkPage, stopEmails } from "~/confirmations/readLinkPage.server.ts";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { RouteError } from "~/lib/RouteError.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.view.texts.heading} · Parley` : "Parley" },
];

/** Needs no session. Changes nothing, because mail scanners follow links. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { view, status } = await readLinkPage(context, params, request);
  return data({ view }, { status });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const stops = form.has("stop");
  const error = stops ? await stopEmails(context, params) : await answerLink(context, params, form);
  if (error !== null) return data({ error, stopped: false }, { status: errorStatus(error) });
  // The page of an earlier text cannot read that emails are off, so no redirect.
  if (stops) return data({ error: null, stopped: true });
  const language = new URL(request.url).searchParams.get("language") ?? "en";
  return redirect(`/confirm/${params.token}?${new URLSearchParams({ language })}`);
}

export default function ConfirmRoute() {
  const { view } = useLoaderData<typeof loader>();
  const result: { error?: unknown; stopped?: boolean } | undefined = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const error = isErrorCode(result?.error) ? toLinkAnswerError(result.error) : null;
  return (
    <>
      <RequestErrorNotice />
      <LinkScreen view={view} busy={busy} error={error} stopped={result?.stopped === true} />
    </>
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
