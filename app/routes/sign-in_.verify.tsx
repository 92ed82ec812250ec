import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { VerifyScreen } from "~/auth/VerifyScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { errorResponse } from "~/lib/routeErrors.ts";
import type { FactorProblem } from "~/lib/secondFactor.ts";

await loadNamespaces("account", "factors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

const nextOf = (request: Request) => postSignInPath(new URL(request.url).searchParams.get("next") ?? "");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const known = await context.session.knownViewer();
  if (!known.ok) throw errorResponse(known.error);
  const viewer = known.value;
  const next = nextOf(request);
  if (viewer === null || viewer.anonymous) throw redirect(`/sign-in?${new URLSearchParams({ next })}`);
  // Another tab has confirmed the session.
  if (viewer.level === "aal2") throw redirect(next);
  const factors = await context.secondFactor.read();
  if (!factors.ok) throw errorResponse({ code: isErrorCode(factors.problem) ? factors.problem : "network/timeout" });
  if (factors.value.apps.length === 0) {
    // The last factor was removed elsewhere.
    await context.session.token({ renew: true });
    throw redirect(next);
  }
  return {
    title: `${getTranslator(context.locale)("factors.title")} · Parley`,
    email: viewer.email,
    next,
    hasCodes: factors.value.recoveryCodes !== null,
    usesRecoveryCode: new URL(request.url).searchParams.has("recovery"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = (await request.formData()).get("code");
  const viewer = await context.session.viewer();
  const next = nextOf(request);
  if (viewer === null || viewer.anonymous) return redirect(`/sign-in?${new URLSearchParams({ next })}`);
  if (viewer.level === "aal2") return redirect(next);
  if (typeof typed !== "string") return refused("request/invalid");
  const confirmed = await context.secondFactor.confirm(typed);
  if (confirmed.ok) return redirect(await context.signIn.completeFactor(next));
  return refused(confirmed.problem);
}

const refused = (problem: FactorProblem | ErrorCode) =>
  data({ problem }, { status: isErrorCode(problem) ? errorStatus(problem) : 400 });

export default function Verify() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  // The Worker's own rejection of a form has no problem.
  const problem = actionData !== undefined && "problem" in actionData ? actionData.problem : null;
  return <VerifyScreen {...view} problem={problem} />;
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
