import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { Landing } from "~/landing/Landing.tsx";
import { startOrJoinAction, submittedStartOrJoin } from "~/landing/startOrJoin.server.ts";
import { startOrJoinClientAction, unlessResponded, useStartOrJoin } from "~/landing/useStartOrJoin.ts";

await loadNamespaces("landing");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** `id` is the id of the next meeting, so that a repeated submit opens one meeting. */
export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  const [error, code] = [searchParams.get("error"), searchParams.get("error_code")];
  // Auth leads here if it does not know any more which page began a sign-in by a provider.
  if (error && code) throw redirect(`/auth/callback?${new URLSearchParams({ error, error_code: code })}`);
  return {
    id: crypto.randomUUID(),
    title: getTranslator(context.locale)("landing.title"),
    typed: submittedStartOrJoin(context),
  };
};

export const shouldRevalidate = unlessResponded;

export const action = async ({ request, context }: ActionFunctionArgs) =>
  startOrJoinAction(await request.formData(), context);

export const clientAction = startOrJoinClientAction;

export default function Index() {
  const { start, join } = useStartOrJoin(useLoaderData<typeof loader>(), useActionData<typeof action>());
  return <Landing start={start} join={join} />;
}
