import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigation,
  useParams,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { ERRORS, type ErrorCode, type Failure } from "#contracts/errors.ts";
import type { MeetingLookup, Participant } from "#contracts/meetings.ts";
import { pageSession } from "~/auth/pageSession.ts";
import { useDevices } from "~/devices/useDevices.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { isTranslationConfigured } from "~/lib/backendStatus.server.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { errorResponse, withActionFallback } from "~/lib/routeErrors.ts";
import { useViewer } from "~/lib/useViewer.ts";
import { PreJoin } from "~/prejoin/PreJoin.tsx";
import type { ParticipantInput } from "~/prejoin/participantForm.ts";
import {
  formatMeetingCode,
  meetingCode,
  parseParticipantForm,
  submittedValues,
} from "~/prejoin/preJoinForms.server.ts";
import type { ParticipantFormErrors } from "~/prejoin/preJoinView.ts";
import { loadRoom, prewarmConnection } from "~/room/loadRoom.tsx";
import { suggestedLanguages } from "~/translation/suggestedLanguages.server.ts";
import { lazyModule } from "~/ui/lazy.tsx";
import { lazyWaitingRoom } from "~/waiting-room/lazy.tsx";

await loadNamespaces("meeting", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

/** What is written and heard in a call does not pass here: only another meeting is another page. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.code !== nextParams.code;

/** Why nobody comes in by this door, whatever they say at it. */
const ENTRY_ERRORS: Readonly<Record<Exclude<MeetingLookup["door"], "open" | "knock">, ErrorCode>> = {
  locked: "meeting/locked",
  members: "meeting/members-only",
  removed: "meeting/removed",
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const code = meetingCode.safeParse(params.code);
  if (!code.success) throw errorResponse({ code: "code/malformed" });
  const [found, translating] = await Promise.all([
    context.rpc("find_meeting", { p_code: code.data }),
    isTranslationConfigured(context),
  ]);
  if (!found.ok) throw errorResponse(found.error);
  const { title, door, state, keep, inside, me } = found.value;
  if (door !== "open" && door !== "knock") throw errorResponse({ code: ENTRY_ERRORS[door] });
  const likely = suggestedLanguages(request.headers);
  const [first = "en"] = likely;
  return {
    env: context.env,
    code: code.data,
    path: `/m/${formatMeetingCode(code.data)}`,
    way: door,
    live: state === "live",
    keepsNothing: keep === "nothing",
    // Where it is not known, it is not denied.
    translates: translating !== false,
    title,
    heading: title ?? getTranslator(context.locale)("door.title"),
    inside: inside.map(({ display_name, ...person }) => ({ ...person, name: display_name })),
    likely,
    values: {
      name: me?.display_name ?? "",
      speaks: me?.speaks ?? first,
      reads: me?.reads ?? first,
      // Of a press that was not let through.
      ...submittedValues(new Map(context.refused?.typed)),
    },
    number: me?.number ?? null,
    newId: crypto.randomUUID(),
  };
}

const NO_RESULT = { answerTo: null, entered: null, waits: null, typed: null };

/** The press at the door: it makes a visitor a user, and a user a participant or one who waits. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const fieldErrorResult = (errors: ParticipantFormErrors, status: number) =>
    data({ errors, ...NO_RESULT, typed: submittedValues(form) }, { status });
  const errorResult = ({ code }: Failure) => fieldErrorResult({ form: code }, ERRORS[code].status);
  const parsed = parseParticipantForm(form);
  if ("errors" in parsed) return fieldErrorResult(parsed.errors, 400);
  const user = await context.session.ensureUser();
  if (!user.ok) return errorResult(user.error);
  const { display_name, speaks, reads } = parsed.values;
  const knocked = await context.rpc("knock", {
    p_code: params.code ?? "",
    p_display_name: display_name,
    p_speaks: speaks,
    p_reads: reads,
  });
  if (!knocked.ok) return errorResult(knocked.error);
  const errors: ParticipantFormErrors = {};
  const membership = { meetingId: knocked.value.meeting_id, userId: user.value };
  const answer = { errors, ...NO_RESULT, answerTo: user.value };
  if (knocked.value.admission === "admitted")
    return data({ ...answer, entered: { ...membership, participant: knocked.value.participant } });
  const waiting = { ...membership, input: parsed.values, knocked: knocked.value, serverNow: Date.now() };
  return data({ ...answer, waits: waiting });
}

/** Where the press does not get through, the door stays and says so. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  withActionFallback(request, serverAction<typeof action>, (form) => ({ errors: { form }, ...NO_RESULT, typed: {} }));

export default function MeetingRoute() {
  // One meeting's state never meets another's.
  return <MeetingPage key={useParams().code} />;
}

const lazyRoom = lazyModule([], loadRoom);

/**
 * What the door answered. The router forgets it each time the page's data is read again, as when a guest gets an account
 * in another tab; who came in stays in as long as they are the one whom the page is shown to, or that could not be read
 * since. To a press that was not let through the door answers nothing: the page says why.
 */
function useJoinResult() {
  const actionData = useActionData<typeof action>();
  const latest = actionData !== undefined && "errors" in actionData ? actionData : undefined;
  const viewer = useViewer();
  const read = useRouteLoaderData("root");
  const [stored, setStored] = useState({ answer: latest, read });
  const ownerId = stored.answer?.entered?.userId ?? stored.answer?.waits?.userId;
  const stillValid = ownerId === viewer?.id || stored.read === read;
  const current =
    latest === undefined ? { ...stored, answer: stillValid ? stored.answer : undefined } : { answer: latest, read };
  if (current.answer !== stored.answer || current.read !== stored.read) setStored(current);
  return current.answer;
}

function MeetingPage() {
  const meeting = useLoaderData<typeof loader>();
  const joinResult = useJoinResult();
  const navigation = useNavigation();
  const devices = useDevices();
  const { path, way: entryMode, env } = meeting;
  useEffect(() => {
    lazyRoom.preload();
    if (entryMode === "knock") lazyWaitingRoom.preload();
  }, [entryMode]);
  useEffect(() => (devices === null ? undefined : prewarmConnection(devices)), [devices]);

  const [admitted, setAdmitted] = useState<Participant | null>(null);
  /** The answer whose waiting is over, and what was said last in it: the door again, filled in with that. */
  const [leftWaiting, setLeftWaiting] = useState<{ answer: typeof joinResult; said: ParticipantInput } | null>(null);
  const onLeft = useCallback((said: ParticipantInput) => setLeftWaiting({ answer: joinResult, said }), [joinResult]);
  const waiting = joinResult?.waits && joinResult !== leftWaiting?.answer ? joinResult.waits : null;
  const said = waiting?.input ?? leftWaiting?.said;
  const entered =
    waiting !== null && admitted !== null ? { ...waiting, participant: admitted } : (joinResult?.entered ?? null);
  const stage = entered !== null ? "room" : waiting !== null ? "lobby" : "door";
  // How one enters now is how one is asked next time.
  useEffect(() => {
    if (stage !== "door") devices?.savePreferences();
  }, [stage, devices]);

  const preJoin = (
    <PreJoin
      path={path}
      env={env}
      devices={devices}
      code={meeting.code}
      title={meeting.title}
      entryMode={entryMode}
      isLive={meeting.live}
      activeParticipants={meeting.inside}
      nothingStored={meeting.keepsNothing}
      translationAvailable={meeting.translates && !meeting.keepsNothing}
      values={said ? { ...said, name: said.display_name } : { ...meeting.values, ...joinResult?.typed }}
      errors={joinResult?.errors ?? {}}
      suggestedLanguages={meeting.likely}
      number={meeting.number}
      busy={navigation.state !== "idle" || stage !== "door"}
    />
  );
  if (devices === null) return preJoin;
  if (entered !== null)
    return (
      <lazyRoom.LazyBoundary fallback={preJoin}>
        {(Room) => (
          <Room
            env={env}
            tokens={pageSession()}
            devices={devices}
            meetingId={entered.meetingId}
            userId={entered.userId}
            participant={entered.participant}
            title={meeting.title}
            translates={meeting.translates}
            link={new URL(path, location.origin).href}
            newMeetingId={meeting.newId}
          />
        )}
      </lazyRoom.LazyBoundary>
    );
  if (waiting === null) return preJoin;
  return (
    <lazyWaitingRoom.LazyBoundary fallback={preJoin}>
      {({ WaitingRoom }) => (
        <WaitingRoom
          {...waiting}
          path={path}
          env={env}
          devices={devices}
          tokens={pageSession()}
          code={meeting.code}
          suggestedLanguages={meeting.likely}
          onAdmitted={setAdmitted}
          onLeft={onLeft}
        />
      )}
    </lazyWaitingRoom.LazyBoundary>
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
