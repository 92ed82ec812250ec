import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
  useParams,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { Failure } from "#contracts/errors.ts";
import { NO_PAIRS } from "#contracts/languagePairs.ts";
import type { Participant } from "#contracts/meetings.ts";
import { pageSession } from "~/auth/pageSession.ts";
import { useDevices } from "~/devices/useDevices.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { readLanguagePairs } from "~/lib/backendStatus.server.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { errorResponse, withActionFallback } from "~/lib/routeErrors.ts";
import { useViewer } from "~/lib/useViewer.ts";
import { languagesOfVisit } from "~/prejoin/languagesOfVisit.server.ts";
import { occupancyOf } from "~/prejoin/occupancy.ts";
import { PreJoin } from "~/prejoin/PreJoin.tsx";
import type { ParticipantInput } from "~/prejoin/participantForm.ts";
import {
  formatMeetingCode,
  freeColour,
  meetingCode,
  parseParticipantForm,
  submittedValues,
  wrongCodeCharacter,
} from "~/prejoin/preJoinForms.server.ts";
import type { ParticipantFormErrors } from "~/prejoin/preJoinView.ts";
import { useOccupancy } from "~/prejoin/useOccupancy.ts";
import { loadRoom, prewarmConnection } from "~/room/loadRoom.tsx";
import { lazyModule } from "~/ui/lazy.tsx";
import { lazyWaitingRoom } from "~/waiting-room/lazy.tsx";

await loadNamespaces("meeting", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

/** Submissions change nothing that the loader reads; only another meeting reloads the data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.code !== nextParams.code;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const code = meetingCode.safeParse(params.code);
  if (!code.success) {
    const wrong = wrongCodeCharacter(params.code ?? "");
    throw data({ code: "code/malformed", wrong }, { status: errorStatus("code/malformed") });
  }
  const [found, pairs] = await Promise.all([
    context.rpc("find_meeting", { p_code: code.data }),
    readLanguagePairs(context),
  ]);
  if (!found.ok) throw errorResponse(found.error);
  const { title, host_name: hostName, entry, keep, kept_days: keptDays, reading, me } = found.value;
  const occupancy = occupancyOf(found);
  if (occupancy.error !== null) throw errorResponse({ code: occupancy.error });
  const suggested = languagesOfVisit(request);
  const [first = "en"] = suggested;
  return {
    env: context.env,
    code: code.data,
    path: `/m/${formatMeetingCode(code.data)}`,
    title,
    hostName,
    heading: meetingTitle(getTranslator(context.locale), { title, hostName }),
    entryMode: entry === "knock" ? ("knock" as const) : ("open" as const),
    occupancy,
    nothingStored: keep === "nothing",
    keptDays,
    reading,
    pairs,
    suggestedLanguages: suggested,
    values: {
      name: me?.display_name ?? "",
      speaks: me?.speaks ?? first,
      reads: me?.reads ?? first,
      // Values of a submission that was rejected before the action.
      ...submittedValues(new Map(context.refused?.typed)),
    },
    // A new visitor has no user yet, so this is a guess.
    colour:
      me?.colour ??
      freeColour(
        1,
        occupancy.activeParticipants.map((person) => person.colour),
      ),
    newId: crypto.randomUUID(),
  };
}

const NO_RESULT = { answerTo: null, entered: null, waits: null, typed: null };

/** Makes a visitor a user, and a user a participant or a waiting visitor. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const fieldErrorResult = (errors: ParticipantFormErrors, status: number) =>
    data({ errors, ...NO_RESULT, typed: submittedValues(form) }, { status });
  const errorResult = ({ code }: Failure) => fieldErrorResult({ form: code }, errorStatus(code));
  const parsed = parseParticipantForm(form);
  if ("errors" in parsed) return fieldErrorResult(parsed.errors, 400);
  const user = await context.session.ensureUser(String(form.get("captcha") ?? ""));
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
  const result = { errors, ...NO_RESULT, answerTo: user.value };
  if (knocked.value.admission === "admitted")
    return data({ ...result, entered: { ...membership, participant: knocked.value.participant } });
  const waiting = { ...membership, input: parsed.values, knocked: knocked.value, serverNow: Date.now() };
  return data({ ...result, waits: waiting });
}

/** After a network failure the page stays and shows the error. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  withActionFallback(request, serverAction<typeof action>, (form) => ({ errors: { form }, ...NO_RESULT, typed: {} }));

export default function MeetingRoute() {
  // The key separates the state of two meetings.
  return <MeetingPage key={useParams().code} />;
}

const lazyRoom = lazyModule("call", loadRoom);

/**
 * Returns the last join result. The router clears action data on each revalidation, such as when a guest gets an account
 * in another tab. So the result is stored here while the page shows the same user, or while the user could not be read
 * since. Another history entry has no result: Back leads to the pre-join page. A submission that was rejected before the
 * action has no result; the page shows the reason.
 */
function useJoinResult() {
  const actionData = useActionData<typeof action>();
  const latest = actionData !== undefined && "errors" in actionData ? actionData : undefined;
  const viewer = useViewer();
  const read = useRouteLoaderData("root");
  const { key } = useLocation();
  const [stored, setStored] = useState({ result: latest, read, key });
  const ownerId = stored.result?.entered?.userId ?? stored.result?.waits?.userId;
  const stillValid = key === stored.key && (ownerId === viewer?.id || stored.read === read);
  const current =
    latest === undefined
      ? { ...stored, result: stillValid ? stored.result : undefined }
      : { result: latest, read, key };
  if (current.result !== stored.result || current.read !== stored.read) setStored(current);
  return current.result;
}

function MeetingPage() {
  const meeting = useLoaderData<typeof loader>();
  const joinResult = useJoinResult();
  const navigation = useNavigation();
  const devices = useDevices();
  const { path, entryMode, env } = meeting;
  useEffect(() => {
    lazyRoom.preload();
    if (entryMode === "knock") lazyWaitingRoom.preload();
  }, [entryMode]);
  useEffect(() => (devices === null ? undefined : prewarmConnection(devices)), [devices]);

  const [admitted, setAdmitted] = useState<Participant | null>(null);
  /** The join result whose wait the visitor cancelled, and its latest values, which fill the form again. */
  const [leftWaiting, setLeftWaiting] = useState<{ result: typeof joinResult; input: ParticipantInput } | null>(null);
  const onLeft = useCallback((input: ParticipantInput) => setLeftWaiting({ result: joinResult, input }), [joinResult]);
  const waiting = joinResult?.waits && joinResult !== leftWaiting?.result ? joinResult.waits : null;
  const entered =
    waiting !== null && admitted !== null ? { ...waiting, participant: admitted } : (joinResult?.entered ?? null);
  /** Fills the form of the next entry, such as after a guest signed in in another tab. */
  const [lastParticipant, setLastParticipant] = useState<Participant | null>(null);
  if (entered !== null && entered.participant !== lastParticipant) setLastParticipant(entered.participant);
  const input = waiting?.input ?? leftWaiting?.input ?? lastParticipant;
  const stage = entered !== null ? "room" : waiting !== null ? "waiting" : "prejoin";
  // The devices chosen for this join are the defaults of the next.
  useEffect(() => {
    if (stage !== "prejoin") devices?.savePreferences();
  }, [stage, devices]);

  const pairs = meeting.nothingStored ? NO_PAIRS : meeting.pairs;
  const languageChoice = { suggested: meeting.suggestedLanguages, pairs };
  const occupancy = useOccupancy(path, meeting.occupancy, stage === "prejoin");
  const preJoin = (
    <PreJoin
      path={path}
      env={env}
      devices={devices}
      code={meeting.code}
      meeting={{ ...meeting, ...occupancy, pairs }}
      values={{
        ...meeting.values,
        ...(input && { name: input.display_name, speaks: input.speaks, reads: input.reads }),
        ...joinResult?.typed,
      }}
      errors={joinResult?.errors ?? {}}
      languageChoice={languageChoice}
      colour={meeting.colour}
      busy={navigation.state !== "idle" || stage !== "prejoin"}
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
            hostName={meeting.hostName}
            pairs={meeting.pairs}
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
          knock={waiting}
          path={path}
          env={env}
          devices={devices}
          tokens={pageSession()}
          code={meeting.code}
          languageChoice={languageChoice}
          colour={meeting.colour}
          onAdmitted={setAdmitted}
          onLeft={onLeft}
        />
      )}
    </lazyWaitingRoom.LazyBoundary>
  );
}

/** Returns the character that no code contains, if the error is about one. */
function wrongCharacterOf(error: unknown): string | null {
  const body = typeof error === "object" && error !== null && "data" in error ? error.data : null;
  const wrong = typeof body === "object" && body !== null && "wrong" in body ? body.wrong : null;
  return typeof wrong === "string" ? wrong : null;
}

export function ErrorBoundary() {
  const t = useMessages();
  const error = useRouteError();
  const wrong = wrongCharacterOf(error);
  return (
    <RouteError error={error} happened={wrong === null ? undefined : t("landing.codeCharacter", { text: wrong })} />
  );
}
