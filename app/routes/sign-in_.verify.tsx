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
import { LostFactorScreen } from "~/auth/LostFactorScreen.tsx";
import { VerifyScreen } from "~/auth/VerifyScreen.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { factorPath, postSignInPath } from "~/lib/postSignInPath.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { errorResponse } from "~/lib/routeErrors.ts";
import type { FactorProblem } from "~/lib/secondFactor.ts";
import { readFactorReset, requestFactorReset } from "~/two-factor/factorResetPage.server.ts";

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
  const { searchParams } = new URL(request.url);
  return {
    title: `${getTranslator(context.locale)("factors.title")} · Parley`,
    email: viewer.address,
    next,
    hasCodes: factors.value.recoveryCodes !== null,
    usesRecoveryCode: searchParams.has("recovery"),
    reset: searchParams.has("lost") ? await readFactorReset(context, request) : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const typed = form.get("code");
  const viewer = await context.session.viewer();
  const next = nextOf(request);
  if (viewer === null || viewer.anonymous) return redirect(`/sign-in?${new URLSearchParams({ next })}`);
  if (viewer.level === "aal2") return redirect(next);
  if (form.get("intent") === "reset") {
    const problem = await requestFactorReset(context);
    return problem === null ? redirect(`${factorPath(next)}&lost=`) : refused(problem);
  }
  if (typeof typed !== "string") return refused("request/invalid");
  const confirmed = await context.secondFactor.confirm(typed);
  if (confirmed.ok) return redirect(await context.signIn.completeFactor(next));
  return refused(confirmed.problem);
}

const refused = (problem: FactorProblem | ErrorCode) =>
  data({ problem }, { status: isErrorCode(problem) ? errorStatus(problem) : 400 });

export default function Verify() {
  const { reset, ...view } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  // The Worker's own rejection of a form has no problem.
  const problem = actionData !== undefined && "problem" in actionData ? actionData.problem : null;
  if (reset === null) return <VerifyScreen {...view} problem={problem} />;
  return <LostFactorScreen state={reset} next={view.next} error={isErrorCode(problem) ? problem : null} />;
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
