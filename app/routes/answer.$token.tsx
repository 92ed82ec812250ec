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
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { RouteError } from "~/lib/RouteError.tsx";
import { AnswerScreen } from "~/planning/AnswerScreen.tsx";
import { readAnswerPage, sendAnswer, setEmails } from "~/planning/answerPage.server.ts";
import { toAnswerError } from "~/planning/answerPageView.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.view.plan?.title.text ?? data.view.texts.refused} · Parley` : "Parley" },
];

/** Needs no session. Changes nothing, because mail scanners follow links. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { view, status } = await readAnswerPage(context, params, request);
  return data({ view }, { status });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const emails = form.get("emails");
  const error =
    emails === null ? await sendAnswer(context, params, form) : await setEmails(context, params, emails === "on");
  if (error !== null) return data({ error }, { status: errorStatus(error) });
  const language = new URL(request.url).searchParams.get("language") ?? "en";
  return redirect(`/answer/${params.token}?${new URLSearchParams({ language })}`);
}

export default function AnswerRoute() {
  const { view } = useLoaderData<typeof loader>();
  const result: { error?: unknown } | undefined = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  return (
    <>
      <RequestErrorNotice />
      <AnswerScreen view={view} busy={busy} error={isErrorCode(result?.error) ? toAnswerError(result.error) : null} />
    </>
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
