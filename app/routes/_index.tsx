import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { Landing, pressWayIn, unlessAnswered, useWaysIn } from "~/meetings/landing.ts";
import { takeWayIn, typedWayIn } from "~/meetings/waysIn.server.ts";

await texts("landing");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** `id` is that of the meeting which the next press opens: the same press twice opens one. */
export const loader = ({ context }: LoaderFunctionArgs) => ({
  id: crypto.randomUUID(),
  title: textIn(context.locale)("landing.title"),
  typed: typedWayIn(context),
});

export const shouldRevalidate = unlessAnswered;

export const action = ({ request, context }: ActionFunctionArgs) => takeWayIn({ request, context });

export const clientAction = pressWayIn;

export default function Index() {
  const { start, join } = useWaysIn(useLoaderData<typeof loader>(), useActionData<typeof action>());
  return <Landing start={start} join={join} />;
}
