import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigation,
  useParams,
  useRouteError,
} from "@remix-run/react";
import { lazy, Suspense, useEffect } from "react";
import { ERRORS, type Failure } from "#contracts/errors.ts";
import { pageSession } from "~/account/index.ts";
import { loadRoom, useDevices } from "~/calls/index.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { likelyLanguages } from "~/languages/likely.server.ts";
import { meetingCode, parseDoor, showCode } from "~/meetings/forms.server.ts";
import { Door, type DoorErrors, usePreview } from "~/meetings/index.ts";
import { refusal } from "~/platform/failure.ts";
import { RouteFailure } from "~/platform/RouteFailure.tsx";

await texts("meeting", "keys", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data === undefined ? "Parley" : `${data.heading} · Parley` },
];

/** What is written and heard in a call does not pass here: only another meeting is another page. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.code !== nextParams.code;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const code = meetingCode.safeParse(params.code);
  if (!code.success) throw refusal({ code: "code/malformed" });
  const found = await context.rpc("find_meeting", { code: code.data });
  if (!found.ok) throw refusal(found.error);
  const { title, inside, me } = found.value;
  const likely = likelyLanguages(request.headers);
  const [first = "en"] = likely;
  return {
    env: context.env,
    path: `/m/${showCode(code.data)}`,
    title,
    heading: title ?? textIn(context.locale)("door.title"),
    inside: inside.map(({ display_name, ...person }) => ({ ...person, name: display_name })),
    likely,
    values: { name: me?.display_name ?? "", speaks: me?.speaks ?? first, reads: me?.reads ?? first },
    number: me?.number ?? null,
    newId: crypto.randomUUID(),
  };
}

const refused = ({ code }: Failure) => {
  const errors: DoorErrors = { form: code };
  return data({ errors, entered: null }, { status: ERRORS[code].status });
};

/** Enter: the press that makes a visitor a user, and a user a participant. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const door = parseDoor(await request.formData());
  if ("errors" in door) return data({ errors: door.errors, entered: null }, { status: 400 });
  const user = await context.session.ensureUser();
  if (!user.ok) return refused(user.error);
  const knocked = await context.rpc("knock", { code: params.code ?? "", ...door.values });
  if (!knocked.ok) return refused(knocked.error);
  // Who waits has not entered yet.
  if (knocked.value.admission !== "admitted") return refused({ code: "meeting/not-entered" });
  const { meeting_id, participant } = knocked.value;
  return data({ errors: {}, entered: { meetingId: meeting_id, userId: user.value, participant } });
}

export default function MeetingRoute() {
  // One meeting's state never meets another's.
  return <Meeting key={useParams().code} />;
}

const Room = lazy(() => loadRoom().then((room) => ({ default: room.Room })));

function Meeting() {
  const meeting = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const navigation = useNavigation();
  const devices = useDevices();
  const preview = usePreview(devices);
  useEffect(() => void loadRoom(), []);

  const { path } = meeting;
  const entered = answer?.entered ?? null;
  const door = (
    <Door
      path={path}
      title={meeting.title}
      inside={meeting.inside}
      values={meeting.values}
      errors={answer?.errors ?? {}}
      likely={meeting.likely}
      number={meeting.number}
      preview={preview}
      onMicrophone={() => void devices?.toggle("microphone")}
      onCamera={() => void devices?.toggle("camera")}
      onRetry={() => void devices?.open(["microphone", "camera"])}
      busy={navigation.state !== "idle" || entered !== null}
    />
  );
  if (entered === null || devices === null) return door;
  return (
    <Suspense fallback={door}>
      <Room
        env={meeting.env}
        tokens={pageSession()}
        devices={devices}
        meetingId={entered.meetingId}
        userId={entered.userId}
        participant={entered.participant}
        title={meeting.title}
        link={new URL(path, location.origin).href}
        newId={meeting.newId}
      />
    </Suspense>
  );
}

export function ErrorBoundary() {
  return <RouteFailure error={useRouteError()} />;
}
