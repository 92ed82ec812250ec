import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { CompanyProblem, SignInProvider } from "~/lib/loadContext.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";

export interface ProviderProblemScreenProps {
  problem: CompanyProblem;
  /** `null`: this browser did not begin the sign-in. */
  provider: SignInProvider | null;
  /** The page from which the sign-in began. */
  next: string;
  /** Whether the reader has an account and is signed in. */
  isSignedIn: boolean;
}

/** `/auth/callback` after a sign-in by a provider that did not succeed: why, and the ways on. */
export function ProviderProblemScreen({ problem, provider, next, isSignedIn }: ProviderProblemScreenProps) {
  const t = useMessages();
  const signIn = `/sign-in?${new URLSearchParams({ next })}`;
  const isMeeting = next.startsWith("/m/");
  return (
    <AuthLayout path={signIn} heading={t("providers.title")}>
      <p role="alert" className="text-pretty text-ink-soft">
        {t.rich(`providers.${problem}`, { name: <bdi key="name">{provider?.name ?? t("providers.other")}</bdi> })}
      </p>
      <div className="grid gap-3">
        <Link to={isSignedIn ? "/home" : signIn} className={buttonClass({ variant: "primary", size: "l" })}>
          {t(isSignedIn ? "providers.home" : "providers.again")}
        </Link>
        {isMeeting && (
          <Link to={next} className={buttonClass({ size: "l" })}>
            {t("providers.meeting")}
          </Link>
        )}
      </div>
    </AuthLayout>
  );
}
