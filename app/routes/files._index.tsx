import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { FilesScreen } from "~/board/FilesScreen.tsx";
import { keepOnFileChange } from "~/board/keepOnFileChange.ts";
import { loadLive } from "~/board/loadLive.ts";
import { readBoard } from "~/board/readBoard.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";
import { readProfile } from "~/transcripts/readTranscript.server.ts";

await loadNamespaces("workspace", "board", "files", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export const shouldRevalidate = keepOnFileChange;

export const clientLoader = loadLive;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request);
  const profile = await readProfile(context);
  const board = await readBoard(context, request, profile, null);
  if (!board.ok) throw errorResponse(board.error);
  return data({
    title: getTranslator(context.locale)("board.title"),
    person: {
      name: profile?.display_name ?? null,
      email,
      deletesAt: profile?.delete_at ?? null,
      factorReset: profile?.factor_reset ?? false,
      avatar: profile?.avatar ?? null,
    },
    board: board.value,
  });
}

export default function FilesRoute() {
  const { person, board } = useLoaderData<typeof loader>();
  return (
    <AppShell person={person}>
      <FilesScreen board={board} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
