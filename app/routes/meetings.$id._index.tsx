import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { keepOnFileChange } from "~/board/keepOnFileChange.ts";
import { loadLive } from "~/board/loadLive.ts";
import { MeetingFiles } from "~/board/MeetingFiles.tsx";
import { readBoard } from "~/board/readBoard.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";
import { MeetingScreen } from "~/transcripts/MeetingScreen.tsx";
import { readMeeting } from "~/transcripts/readMeeting.server.ts";
import { readProfile } from "~/transcripts/readTranscript.server.ts";

await loadNamespaces("workspace", "transcripts", "board", "files", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

export const shouldRevalidate = keepOnFileChange;

export const clientLoader = loadLive;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request);
  const profile = await readProfile(context);
  const view = await readMeeting(context, params.id, profile, request);
  if (!view.ok) throw errorResponse(view.error);
  const board = await readBoard(context, request, profile, view.value.meetingId);
  if (!board.ok && board.error.code !== "meeting/not-found") throw errorResponse(board.error);
  return data({
    heading: meetingTitle(getTranslator(context.locale), view.value),
    person: { name: profile?.display_name ?? null, email },
    view: view.value,
    // Participants who never entered a call may not read the board.
    board: board.ok ? board.value : null,
  });
}

export default function MeetingRoute() {
  const { person, view, board } = useLoaderData<typeof loader>();
  return (
    <AppShell person={person}>
      <MeetingScreen view={view}>
        {board && <MeetingFiles key={view.meetingId} meetingId={view.meetingId} board={board} />}
      </MeetingScreen>
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
