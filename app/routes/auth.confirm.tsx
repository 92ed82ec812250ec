import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation, useRouteError } from "@remix-run/react";
import { ERRORS, type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { linkToken } from "~/account/forms.server.ts";
import { LinkScreen } from "~/account/landing.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { RouteFailure } from "~/platform/RouteFailure.tsx";

await texts("account");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

/** Changes nothing: mail programs and their scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const link = linkToken.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const viewer = await context.session.viewer();
  return data(
    {
      title: `${textIn(context.locale)("sign-in.link.title")} · Parley`,
      link: link.success ? link.data : null,
      signedInAs: viewer?.email ?? null,
    },
    { status: link.success ? 200 : ERRORS["account/link-refused"].status },
  );
}

const refused = (error: ErrorCode) => data({ error }, { status: ERRORS[error].status });

export async function action({ request, context }: ActionFunctionArgs) {
  const link = linkToken.safeParse(Object.fromEntries(await request.formData()));
  if (!link.success) return refused("account/link-refused");
  const entered = await context.signIn.acceptLink(link.data);
  return entered.ok ? redirect(entered.value) : refused(entered.error.code);
}

export default function Confirm() {
  const { link, signedInAs } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  return (
    <LinkScreen
      link={link}
      signedInAs={signedInAs}
      busy={busy}
      {...(isErrorCode(answer?.error) && { error: answer.error })}
    />
  );
}

export function ErrorBoundary() {
  return <RouteFailure error={useRouteError()} />;
}
