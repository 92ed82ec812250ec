import { useMessages } from "~/i18n/I18nProvider.tsx";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { useViewer } from "~/lib/useViewer.ts";
import { Link } from "~/ui/Link.tsx";
import { buttonClass } from "./Button.tsx";
import { cx } from "./cx.ts";
import { LocaleMenu } from "./LocaleMenu.tsx";
import { Logo } from "./Logo.tsx";

interface TopBarProps {
  /** The page's path, to return to after a change of the UI language or a sign-in. */
  path: string;
  className?: string;
  /** Hidden on the sign-in and sign-out pages. */
  account?: boolean;
  /** Hidden if a new page would end the current activity. */
  locale?: boolean;
}

/** The header of a page outside the call. */
export function TopBar({ path, className, account = true, locale = true }: TopBarProps) {
  return (
    <header
      className={cx(
        "page-header mx-auto flex min-h-14 w-full items-center gap-1 ps-4 pe-1 m:min-h-16 m:px-8 print:hidden",
        className,
      )}
    >
      <Link to="/" className="flex rounded-s text-ink no-underline">
        <Logo />
      </Link>
      <RequestErrorNotice />
      <div className="ms-auto flex items-center">
        {locale && <LocaleMenu path={path} />}
        {account && <AccountLink path={path} />}
      </div>
    </header>
  );
}

function AccountLink({ path }: { path: string }) {
  const t = useMessages();
  const viewer = useViewer();
  const hasAccount = viewer !== null && !viewer.anonymous;
  const signIn = path === "/" ? "/sign-in" : `/sign-in?${new URLSearchParams({ next: path })}`;
  return (
    <Link
      to={hasAccount ? "/home" : signIn}
      className={cx(buttonClass({ variant: "ghost" }), "px-2! text-14! s:px-3!")}
    >
      {hasAccount ? t("action.home") : t("action.signIn")}
    </Link>
  );
}
