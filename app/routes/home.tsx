import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { ERRORS } from "#contracts/errors.ts";
import { requireAccount } from "~/account/require.server.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { pressWayIn, unlessAnswered, useWaysIn } from "~/meetings/landing.ts";
import { takeWayIn, typedWayIn } from "~/meetings/waysIn.server.ts";
import { readHome } from "~/workspace/home.server.ts";
import { AppShell, Home, ShellFailure } from "~/workspace/landing.ts";

await texts("workspace", "titles");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

/** `id` is that of the meeting which the next press opens: the same press twice opens one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const view = await readHome(context, viewer, request);
  const status = view.error === null ? 200 : ERRORS[view.error].status;
  const title = textIn(context.locale)("nav.home");
  return data({ id: crypto.randomUUID(), title, typed: typedWayIn(context), view }, { status });
}

export const shouldRevalidate = unlessAnswered;

/** Whose session ended meanwhile is asked to sign in: the press must not make a guest of them. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  return takeWayIn({ request, context });
}

export const clientAction = pressWayIn;

export default function HomeRoute() {
  const page = useLoaderData<typeof loader>();
  const { view } = page;
  const { start, join } = useWaysIn(page, useActionData<typeof action>());
  return (
    <AppShell person={view.person}>
      <Home view={view} start={start} join={join} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellFailure error={useRouteError()} />;
}
