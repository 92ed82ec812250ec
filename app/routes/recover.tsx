import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigation,
  useRouteError,
} from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { isErrorCode } from "#contracts/errors.ts";
import { NewPasswordScreen, RequestRecoveryScreen } from "~/auth/RecoverScreen.tsx";
import { handleRecoverForm, readRecoverPage } from "~/auth/recoverPage.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { RouteError } from "~/lib/RouteError.tsx";
import { withActionFallback } from "~/lib/routeErrors.ts";

await loadNamespaces("account", "passwords");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export const loader = ({ request, context }: LoaderFunctionArgs) => readRecoverPage(context, request);

export async function action({ request, context }: ActionFunctionArgs) {
  const result = await handleRecoverForm(context, request);
  return data(result, { status: errorStatus(result.error) });
}

/** After a network failure the form stays and shows the error. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  withActionFallback(request, serverAction<typeof action>, (error) => ({
    error,
    mail: "",
    next: "",
    wrongCharacter: null,
  }));

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult }) => actionResult === undefined;

export default function RecoverRoute() {
  const { path, next, accepts, email, isChoosing, reason } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  const error = isErrorCode(actionResult?.error) ? actionResult.error : reason;
  const screen = {
    path,
    // The form posts to a URL without the parameter.
    next: actionResult?.next || next,
    busy: useNavigation().formMethod === "POST",
    ...(error !== null && { error }),
  };
  return isChoosing ? (
    <NewPasswordScreen {...screen} email={email} />
  ) : (
    <RequestRecoveryScreen
      {...screen}
      accepts={accepts}
      email={actionResult?.mail ?? email}
      wrongCharacter={actionResult?.wrongCharacter ?? null}
    />
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
