import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { requireReader } from "~/auth/requireAccount.server.ts";
import { keepOnFileChange } from "~/board/keepOnFileChange.ts";
import { loadLive } from "~/board/loadLive.ts";
import { MeetingFiles } from "~/board/MeetingFiles.tsx";
import { readBoard } from "~/board/readBoard.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { errorResponse } from "~/lib/routeErrors.ts";
import { useViewer } from "~/lib/useViewer.ts";
import { MeetingPlan } from "~/planning/MeetingPlan.tsx";
import { readMeetingPlan } from "~/planning/readUpcoming.server.ts";
import { ShellError } from "~/shell/ShellError.tsx";
import { MeetingScreen } from "~/transcripts/MeetingScreen.tsx";
import { readMeeting } from "~/transcripts/readMeeting.server.ts";
import { readProfile } from "~/transcripts/readTranscript.server.ts";
import { TranscriptLayout } from "~/transcripts/TranscriptLayout.tsx";

await loadNamespaces("workspace", "transcripts", "planning", "board", "files", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

export const shouldRevalidate = keepOnFileChange;

export const clientLoader = loadLive;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { id, email, anonymous } = await requireReader(context, request);
  const profile = await readProfile(context);
  const view = await readMeeting(context, params.id, profile, request);
  if (!view.ok) throw errorResponse(view.error);
  const { meetingId, glossary, reader } = view.value;
  const [board, plan] = await Promise.all([
    readBoard(context, request, profile, meetingId),
    // Members of the workspace see its plans.
    glossary && readMeetingPlan(context, meetingId, glossary.workspace, { id, timeZone: reader.timeZone }),
  ]);
  if (!board.ok && board.error.code !== "meeting/not-found") throw errorResponse(board.error);
  return data({
    heading: meetingTitle(getTranslator(context.locale), view.value),
    person: anonymous ? null : { name: profile?.display_name ?? null, email },
    view: view.value,
    ...{ plan, readAt: Date.now() },
    // Participants who never entered a call may not read the board.
    board: board.ok ? board.value : null,
  });
}

export default function MeetingRoute() {
  const { person, view, plan, readAt, board } = useLoaderData<typeof loader>();
  return (
    <TranscriptLayout person={person}>
      <MeetingScreen view={view} plan={plan && <MeetingPlan details={plan} reader={view.reader} readAt={readAt} />}>
        {board && <MeetingFiles key={view.meetingId} meetingId={view.meetingId} board={board} />}
      </MeetingScreen>
    </TranscriptLayout>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return useViewer()?.anonymous === false ? <ShellError error={error} /> : <RouteError error={error} />;
}
