import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
  useRouteError,
} from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { HomeScreen } from "~/home/HomeScreen.tsx";
import { markDone } from "~/home/markDone.server.ts";
import { readHome } from "~/home/readHome.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { startOrJoinAction, submittedStartOrJoin } from "~/landing/startOrJoin.server.ts";
import { startOrJoinClientAction, unlessResponded, useStartOrJoin } from "~/landing/useStartOrJoin.ts";
import { withActionFallback } from "~/lib/routeErrors.ts";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";

await loadNamespaces("workspace", "titles");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

/** `id` is the id of the next meeting, so that a repeated submit opens one meeting. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const view = await readHome(context, viewer, request);
  const status = view.error === null ? 200 : errorStatus(view.error);
  const title = getTranslator(context.locale)("nav.home");
  return data({ id: crypto.randomUUID(), title, typed: submittedStartOrJoin(context), view }, { status });
}

interface MarkDoneResult {
  readonly intent: "done";
  readonly error: ErrorCode;
}

export const shouldRevalidate = unlessResponded;

/** Redirects to sign in if the session has ended: the submit must not create a guest. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const form = await request.formData();
  return form.get("intent") === "done" ? markDone(context, viewer, form) : startOrJoinAction(form, context);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  const { request, serverAction } = args;
  if ((await request.clone().formData()).get("intent") !== "done") return startOrJoinClientAction(args);
  return withActionFallback<MarkDoneResult>(request, serverAction, (error) => ({ intent: "done", error }));
}

export default function HomeRoute() {
  const page = useLoaderData<typeof loader>();
  const { view } = page;
  const result = useActionData<typeof action>();
  const { start, join } = useStartOrJoin(page, result?.intent === "done" ? undefined : result);
  const { formData } = useNavigation();
  const marking = formData?.get("intent") === "done" ? formData.get("line") : null;
  return (
    <AppShell person={view.person}>
      <HomeScreen
        view={view}
        start={start}
        join={join}
        marking={typeof marking === "string" ? marking : null}
        {...(result?.intent === "done" && { markError: result.error })}
      />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
