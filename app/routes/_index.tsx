import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { Landing, useWaysIn } from "~/meetings/landing.ts";
import { takeWayIn } from "~/meetings/waysIn.server.ts";

await texts("landing");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** `id` is that of the meeting which the next press opens: the same press twice opens one. */
export const loader = ({ context }: LoaderFunctionArgs) => ({
  id: crypto.randomUUID(),
  title: textIn(context.locale)("landing.title"),
});

export const action = ({ request, context }: ActionFunctionArgs) => takeWayIn({ request, context });

export default function Index() {
  const { id } = useLoaderData<typeof loader>();
  const { start, join } = useWaysIn(id, useActionData<typeof action>());
  return <Landing start={start} join={join} />;
}
