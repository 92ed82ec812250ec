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
import type { FoundMeeting, Participant } from "#contracts/meetings.ts";
import { pageSession } from "~/account/index.ts";
import { connectAhead, loadRoom, useDevices } from "~/calls/index.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { likelyLanguages } from "~/languages/likely.server.ts";
import { meetingCode, parseSaid, showCode, typedAtDoor } from "~/meetings/forms.server.ts";
import { Door, type DoorErrors, loadWaitingRoom, type Said } from "~/meetings/index.ts";
import { isTranslating } from "~/platform/configured.server.ts";
import { answerOr, refusal } from "~/platform/failure.ts";
import { RouteFailure } from "~/platform/RouteFailure.tsx";
import { useViewer } from "~/platform/viewer.ts";
import { late } from "~/ui/late.tsx";

await texts("meeting", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · Parley` : "Parley" },
];

/** What is written and heard in a call does not pass here: only another meeting is another page. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.code !== nextParams.code;

/** Why nobody comes in by this door, whatever they say at it. */
const SHUT: Readonly<Record<Exclude<FoundMeeting["door"], "open" | "knock">, ErrorCode>> = {
  locked: "meeting/locked",
  members: "meeting/members-only",
  removed: "meeting/removed",
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const code = meetingCode.safeParse(params.code);
  if (!code.success) throw refusal({ code: "code/malformed" });
  const [found, translating] = await Promise.all([
    context.rpc("find_meeting", { code: code.data }),
    isTranslating(context),
  ]);
  if (!found.ok) throw refusal(found.error);
  const { title, door, state, keep, inside, me } = found.value;
  if (door !== "open" && door !== "knock") throw refusal({ code: SHUT[door] });
  const likely = likelyLanguages(request.headers);
  const [first = "en"] = likely;
  return {
    env: context.env,
    code: code.data,
    path: `/m/${showCode(code.data)}`,
    way: door,
    live: state === "live",
    keepsNothing: keep === "nothing",
    // Where it is not known, it is not denied.
    translates: translating !== false,
    title,
    heading: title ?? textIn(context.locale)("door.title"),
    inside: inside.map(({ display_name, ...person }) => ({ ...person, name: display_name })),
    likely,
    values: {
      name: me?.display_name ?? "",
      speaks: me?.speaks ?? first,
      reads: me?.reads ?? first,
      // Of a press that was not let through.
      ...typedAtDoor(new Map(context.refused?.typed)),
    },
    number: me?.number ?? null,
    newId: crypto.randomUUID(),
  };
}

const NOBODY = { answerTo: null, entered: null, waits: null, typed: null };

/** The press at the door: it makes a visitor a user, and a user a participant or one who waits. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const refusedFor = (errors: DoorErrors, status: number) =>
    data({ errors, ...NOBODY, typed: typedAtDoor(form) }, { status });
  const refused = ({ code }: Failure) => refusedFor({ form: code }, ERRORS[code].status);
  const said = parseSaid(form);
  if ("errors" in said) return refusedFor(said.errors, 400);
  const user = await context.session.ensureUser();
  if (!user.ok) return refused(user.error);
  const knocked = await context.rpc("knock", { code: params.code ?? "", ...said.values });
  if (!knocked.ok) return refused(knocked.error);
  const errors: DoorErrors = {};
  const who = { meetingId: knocked.value.meeting_id, userId: user.value };
  const answer = { errors, ...NOBODY, answerTo: user.value };
  if (knocked.value.admission === "admitted")
    return data({ ...answer, entered: { ...who, participant: knocked.value.participant } });
  const waits = { ...who, said: said.values, knocked: knocked.value, serverNow: Date.now() };
  return data({ ...answer, waits });
}

/** Where the press does not get through, the door stays and says so. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  answerOr(request, serverAction<typeof action>, (form) => ({ errors: { form }, ...NOBODY, typed: {} }));

export default function MeetingRoute() {
  // One meeting's state never meets another's.
  return <Meeting key={useParams().code} />;
}

const room = late([], loadRoom);
const lobby = late([], loadWaitingRoom);

/**
 * What the door answered. The router forgets it each time the page's data is read again, as when a guest gets an account
 * in another tab; who came in stays in as long as they are the one whom the page is shown to, or that could not be read
 * since. To a press that was not let through the door answers nothing: the page says why.
 */
function useAnswer() {
  const sent = useActionData<typeof action>();
  const latest = sent !== undefined && "errors" in sent ? sent : undefined;
  const viewer = useViewer();
  const read = useRouteLoaderData("root");
  const [kept, setKept] = useState({ answer: latest, read });
  const whose = kept.answer?.entered?.userId ?? kept.answer?.waits?.userId;
  const stays = whose === viewer?.id || kept.read === read;
  const now = latest === undefined ? { ...kept, answer: stays ? kept.answer : undefined } : { answer: latest, read };
  if (now.answer !== kept.answer || now.read !== kept.read) setKept(now);
  return now.answer;
}

function Meeting() {
  const meeting = useLoaderData<typeof loader>();
  const answer = useAnswer();
  const navigation = useNavigation();
  const devices = useDevices();
  const { path, way, env } = meeting;
  useEffect(() => {
    room.preload();
    if (way === "knock") lobby.preload();
  }, [way]);
  useEffect(() => (devices === null ? undefined : connectAhead(devices)), [devices]);

  const [letIn, setLetIn] = useState<Participant | null>(null);
  /** The answer whose waiting is over, and what was said last in it: the door again, filled in with that. */
  const [leftOff, setLeftOff] = useState<{ answer: typeof answer; said: Said } | null>(null);
  const onLeft = useCallback((said: Said) => setLeftOff({ answer, said }), [answer]);
  const waits = answer?.waits && answer !== leftOff?.answer ? answer.waits : null;
  const said = waits?.said ?? leftOff?.said;
  const entered = waits !== null && letIn !== null ? { ...waits, participant: letIn } : (answer?.entered ?? null);
  const place = entered !== null ? "room" : waits !== null ? "lobby" : "door";
  // How one enters now is how one is asked next time.
  useEffect(() => {
    if (place !== "door") devices?.remember();
  }, [place, devices]);

  const door = (
    <Door
      path={path}
      env={env}
      devices={devices}
      code={meeting.code}
      title={meeting.title}
      way={way}
      live={meeting.live}
      inside={meeting.inside}
      keepsNothing={meeting.keepsNothing}
      translates={meeting.translates && !meeting.keepsNothing}
      values={said ? { ...said, name: said.display_name } : { ...meeting.values, ...answer?.typed }}
      errors={answer?.errors ?? {}}
      likely={meeting.likely}
      number={meeting.number}
      busy={navigation.state !== "idle" || place !== "door"}
    />
  );
  if (devices === null) return door;
  if (entered !== null)
    return (
      <room.Late fallback={door}>
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
            newId={meeting.newId}
          />
        )}
      </room.Late>
    );
  if (waits === null) return door;
  return (
    <lobby.Late fallback={door}>
      {(WaitingRoom) => (
        <WaitingRoom
          {...waits}
          path={path}
          env={env}
          devices={devices}
          tokens={pageSession()}
          code={meeting.code}
          likely={meeting.likely}
          onAdmitted={setLetIn}
          onLeft={onLeft}
        />
      )}
    </lobby.Late>
  );
}

export function ErrorBoundary() {
  return <RouteFailure error={useRouteError()} />;
}
