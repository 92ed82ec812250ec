import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation, useRouteError } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { isErrorCode } from "#contracts/errors.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { useReaderDates } from "~/settings/useReaderDates.ts";
import { InvitationScreen } from "~/workspaces/InvitationScreen.tsx";
import { acceptInvitation, readInvitation } from "~/workspaces/invitation.server.ts";

await loadNamespaces("errors", "members");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

/** Needs no session. Changes nothing, because mail scanners follow links. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const view = await readInvitation(context, params.token, request);
  return { title: getTranslator(context.locale)("members.join.nameless", { workspace: view.workspace }), view };
}

export async function action({ params, context }: ActionFunctionArgs) {
  const error = await acceptInvitation(context, params.token);
  return data({ error }, { status: errorStatus(error) });
}

export default function InvitationRoute() {
  const { view } = useLoaderData<typeof loader>();
  const result: { error?: unknown } | undefined = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const format = useReaderDates(view.languageTag, null);
  return (
    <InvitationScreen
      view={view}
      format={format}
      busy={busy}
      error={isErrorCode(result?.error) ? result.error : null}
    />
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
