import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ERRORS, type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { textIn } from "~/i18n/all.server.ts";
import { landingForm, meetingCode, showCode } from "~/meetings/forms.server.ts";
import { Landing } from "~/meetings/landing.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** `id` is that of the meeting which the next press opens: the same press twice opens one. */
export const loader = ({ context }: LoaderFunctionArgs) => ({
  id: crypto.randomUUID(),
  title: textIn(context.locale)("landing.title"),
});

const refused = (intent: "start" | "join", error: ErrorCode, code = "") =>
  data({ intent, error, code }, { status: ERRORS[error].status });

export async function action({ request, context }: ActionFunctionArgs) {
  const sent = landingForm.safeParse(Object.fromEntries(await request.formData()));
  if (!sent.success) return refused("start", "request/invalid");
  switch (sent.data.intent) {
    case "start": {
      const user = await context.session.ensureUser();
      if (!user.ok) return refused("start", user.error.code);
      const meeting = await context.rpc("create_meeting", { id: sent.data.id });
      if (!meeting.ok) return refused("start", meeting.error.code);
      return redirect(`/m/${showCode(meeting.value.code)}`);
    }
    case "join": {
      const code = meetingCode.safeParse(sent.data.code);
      if (!code.success) return refused("join", "code/malformed", sent.data.code);
      const meeting = await context.rpc("find_meeting", { code: code.data });
      if (!meeting.ok) return refused("join", meeting.error.code, sent.data.code);
      return redirect(`/m/${showCode(code.data)}`);
    }
    default:
      return sent.data satisfies never;
  }
}

export default function Index() {
  const { id } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const navigation = useNavigation();
  const going = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  const error = (intent: "start" | "join") =>
    answer?.intent === intent && isErrorCode(answer.error) ? { error: answer.error } : {};
  return (
    <Landing
      start={{ id, busy: going === "start", ...error("start") }}
      join={{ code: answer?.code ?? "", busy: going === "join", ...error("join") }}
    />
  );
}
