import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation, useRouteError } from "@remix-run/react";
import { ERRORS, isErrorCode } from "#contracts/errors.ts";
import { LinkScreen } from "~/confirmations/LinkScreen.tsx";
import { toLinkAnswerError } from "~/confirmations/linkPageView.ts";
import { answerLink, readLinkPage } from "~/confirmations/readLinkPage.server.ts";
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
  const error = await answerLink(context, params, await request.formData());
  if (error !== null) return data({ error }, { status: ERRORS[error].status });
  const language = new URL(request.url).searchParams.get("language") ?? "en";
  return redirect(`/confirm/${params.token}?${new URLSearchParams({ language, sent: "1" })}`);
}

export default function ConfirmRoute() {
  const { view } = useLoaderData<typeof loader>();
  const result: { error?: unknown } | undefined = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const error = isErrorCode(result?.error) ? toLinkAnswerError(result.error) : null;
  return (
    <>
      <RequestErrorNotice />
      <LinkScreen view={view} busy={busy} error={error} />
    </>
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
