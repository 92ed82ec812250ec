import { useMessages } from "~/i18n/I18nProvider.tsx";
import { CONNECTIONS_PATH, type ConnectProblem } from "~/lib/connections.ts";
import type { SignInProvider } from "~/lib/loadContext.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";

interface ConnectProblemScreenProps {
  problem: ConnectProblem;
  /** `null`: this browser did not begin it. */
  provider: SignInProvider | null;
  /** Whether the reader has an account and is signed in. */
  isSignedIn: boolean;
}

/** `/auth/callback` after a provider that was not connected: why, and the way back. */
export function ConnectProblemScreen({ problem, provider, isSignedIn }: ConnectProblemScreenProps) {
  const t = useMessages();
  const signIn = `/sign-in?${new URLSearchParams({ next: CONNECTIONS_PATH })}`;
  const path = isSignedIn ? CONNECTIONS_PATH : signIn;
  return (
    <AuthLayout path={path} heading={t("connections.callback.title")}>
      <p role="alert" className="text-pretty text-ink-soft">
        {t.rich(`connections.callback.${problem}`, {
          name: <bdi key="name">{provider?.name ?? t("connections.callback.other")}</bdi>,
        })}
      </p>
      <Link to={path} className={buttonClass({ variant: "primary", size: "l" })}>
        {t(isSignedIn ? "connections.callback.back" : "connections.callback.signIn")}
      </Link>
    </AuthLayout>
  );
}
