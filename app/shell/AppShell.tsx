import { useLocation, useNavigation, useNavigationType } from "@remix-run/react";
import BookOpenText from "lucide-react/icons/book-open-text";
import CalendarIcon from "lucide-react/icons/calendar";
import ChartColumn from "lucide-react/icons/chart-column";
import Files from "lucide-react/icons/files";
import House from "lucide-react/icons/house";
import Settings from "lucide-react/icons/settings";
import { type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { Link } from "~/ui/Link.tsx";
import { LocaleMenu } from "~/ui/LocaleMenu.tsx";
import { Logo } from "~/ui/Logo.tsx";
import type { AccountView } from "./accountView.ts";
import { AccountAvatar, accountButtonClass } from "./components/AccountAvatar.tsx";
import { DeletionBanner } from "./components/DeletionBanner.tsx";
import { KeepForm } from "./components/KeepForm.tsx";
import {
  CalendarSkeleton,
  FilesSkeleton,
  GlossarySkeleton,
  HomeSkeleton,
  InsightsSkeleton,
  SettingsSkeleton,
} from "./components/Skeletons.tsx";
import { useSpinDelay } from "./components/useSpinDelay.ts";
import { WarningBanner } from "./components/WarningBanner.tsx";
import { LazyAccountMenu, LazyShellToaster } from "./lazy.tsx";

/** Without the menu, the link to the account stays. */
const noop = () => {};

const NAV_ITEMS = [
  { area: "/home", to: "/home", text: "nav.home", icon: <House />, skeleton: <HomeSkeleton /> },
  {
    area: "/calendar",
    to: "/calendar",
    text: "nav.calendar",
    icon: <CalendarIcon />,
    skeleton: <CalendarSkeleton />,
  },
  { area: "/files", to: "/files", text: "nav.files", icon: <Files />, skeleton: <FilesSkeleton /> },
  {
    area: "/glossary",
    to: "/glossary",
    text: "nav.glossary",
    icon: <BookOpenText />,
    skeleton: <GlossarySkeleton />,
  },
  {
    area: "/insights",
    to: "/insights",
    text: "nav.insights",
    icon: <ChartColumn />,
    skeleton: <InsightsSkeleton />,
  },
  {
    area: "/settings",
    to: "/settings/profile",
    text: "nav.settings",
    icon: <Settings />,
    skeleton: <SettingsSkeleton />,
  },
] as const;

/** Narrow screens have room for five. The picture of the account leads to the settings. */
const NARROW_ITEMS = NAV_ITEMS.filter(({ area }) => area !== "/settings");

const navItemFor = (path: string) => NAV_ITEMS.find(({ area }) => path === area || path.startsWith(`${area}/`));

/** The frame of all account screens: navigation, UI language, account menu. */
export function AppShell({ person, children }: { person: AccountView; children: ReactNode }) {
  const t = useMessages();
  const { pathname } = useLocation();
  const activeItem = navItemFor(pathname);
  const account = (
    <Link to="/settings/profile" aria-label={t("nav.account")} className={accountButtonClass}>
      <AccountAvatar person={person} />
    </Link>
  );
  const content = useContentFocus(pathname);
  const navigation = useNavigation();
  const pendingItem =
    navigation.state === "loading" && navigation.location.pathname !== pathname
      ? navItemFor(navigation.location.pathname)
      : null;
  const skeleton = useSpinDelay(pendingItem !== undefined && pendingItem !== activeItem)
    ? pendingItem?.skeleton
    : undefined;
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] pb-[calc(68px+env(safe-area-inset-bottom))] min-[48rem]:pb-0">
      <a
        href="#content"
        className="absolute start-4 top-2 z-20 -translate-y-20 rounded-m bg-accent px-4 py-2.5 font-strong text-on-accent focus:translate-y-0 print:hidden"
      >
        {t("nav.skip")}
      </a>
      <header className="page-header flex min-h-14 items-center gap-2 px-4 min-[48rem]:min-h-16 min-[48rem]:px-8 print:hidden">
        <Link to="/" className="flex rounded-s text-ink no-underline">
          <Logo />
        </Link>
        <nav aria-label={t("nav.main")} className="ms-3 hidden gap-0.5 min-[48rem]:flex min-[60rem]:ms-8">
          {NAV_ITEMS.map(({ area, to, text }) => (
            <Link
              key={area}
              to={to}
              aria-current={activeItem?.area === area ? "page" : undefined}
              className={cx(
                area === "/settings" ? "hidden min-[60rem]:grid" : "grid",
                "min-h-control-s items-center rounded-[8px] px-2 py-2 text-14 leading-snug font-strong text-ink-soft no-underline hover:text-ink min-[60rem]:px-3 aria-[current]:bg-hover aria-[current]:text-ink",
              )}
            >
              {t(text)}
            </Link>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1">
          <LocaleMenu path={pathname} />
          <LazyAccountMenu fallback={account} onFailed={noop}>
            {({ AccountMenu }) => <AccountMenu person={person} />}
          </LazyAccountMenu>
        </div>
      </header>
      <main
        id="content"
        ref={content}
        tabIndex={-1}
        aria-busy={skeleton !== undefined}
        className="mx-auto w-full max-w-[1120px] px-4 pt-4 pb-10 outline-none min-[48rem]:px-8 min-[48rem]:pt-8 min-[48rem]:pb-24 print:max-w-none print:p-0"
      >
        {person.deletesAt && pathname !== "/settings/data" && <DeletionBanner at={person.deletesAt} />}
        {person.factorReset && (
          <WarningBanner text={t("settings.factorReset")}>
            <KeepForm text={t("settings.factorReset.stop")} action="/settings/security?factors=#factors" />
          </WarningBanner>
        )}
        {person.locked?.map(({ id, name, needsSso }) => (
          <WarningBanner
            key={id}
            text={t.rich(needsSso ? "home.lockedSso" : "home.locked", { workspace: <bdi>{name}</bdi> })}
          >
            <Link
              to={needsSso ? `/settings/workspace?${new URLSearchParams({ workspace: id })}` : "/settings/security"}
              className={buttonClass({ size: "s" })}
            >
              {t(needsSso ? "home.lockedSso.how" : "home.locked.setUp")}
            </Link>
          </WarningBanner>
        ))}
        {skeleton}
        {/* Hidden, not unmounted: if the navigation is cancelled, form input is still there. */}
        <div className={cx(skeleton !== undefined && "hidden")}>{children}</div>
      </main>
      <p role="status" className="sr-only">
        {skeleton !== undefined && t("nav.loading")}
      </p>
      <nav
        aria-label={t("nav.main")}
        className="fixed inset-x-0 bottom-0 z-10 grid grid-cols-5 border-t border-line bg-raised px-1 pt-1.5 pb-[calc(6px+env(safe-area-inset-bottom))] min-[48rem]:hidden print:hidden"
      >
        {NARROW_ITEMS.map(({ area, to, text, icon }) => (
          <Link
            key={area}
            to={to}
            aria-current={activeItem?.area === area ? "page" : undefined}
            className="grid min-h-control justify-items-center gap-0.5 rounded-[8px] py-1.5 text-13 leading-tight text-ink-soft no-underline aria-[current]:font-strong aria-[current]:text-accent"
          >
            {icon}
            {t(text)}
          </Link>
        ))}
      </nav>
      <LazyShellToaster>{({ Toaster }) => <Toaster />}</LazyShellToaster>
    </div>
  );
}

/** Moves the focus to the content after a navigation, for keyboard and screen reader users. */
function useContentFocus(pathname: string) {
  const content = useRef<HTMLElement>(null);
  const navigationType = useNavigationType();
  const focusedPath = useRef(navigationType === "POP" ? pathname : null);
  useEffect(() => {
    if (focusedPath.current === pathname) return;
    focusedPath.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
