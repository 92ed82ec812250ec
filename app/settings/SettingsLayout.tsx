import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Link } from "~/ui/Link.tsx";

const SETTINGS_SECTIONS = [
  { to: "/settings/profile", text: "settings.profile" },
  { to: "/settings/languages", text: "settings.languages" },
  { to: "/settings/security", text: "settings.security" },
  { to: "/settings/workspace", text: "settings.workspace" },
  { to: "/settings/members", text: "settings.members" },
  { to: "/settings/data", text: "settings.data" },
] as const;

/** The frame of a settings section, with the navigation. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const t = useMessages();
  const { pathname, search } = useLocation();
  const workspace = new URLSearchParams(search).get("workspace");
  return (
    <div className="grid content-start gap-6 l:grid-cols-[200px_minmax(0,1fr)] l:gap-x-16">
      <h1 className="text-28 leading-tight font-head tracking-head l:col-span-2 l:mb-2 l:text-36">
        {t("settings.title")}
      </h1>
      <nav aria-label={t("settings.title")} className="flex flex-wrap content-start gap-1 l:grid">
        {SETTINGS_SECTIONS.map(({ to, text }) => (
          <Link
            key={to}
            to={workspace === null ? to : `${to}?${new URLSearchParams({ workspace })}`}
            aria-current={pathname === to ? "page" : undefined}
            className="flex min-h-control items-center rounded-[8px] px-3 font-strong text-ink-soft no-underline hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
          >
            {t(text)}
          </Link>
        ))}
        <Link
          to="/sign-out"
          className="flex min-h-control items-center rounded-[8px] px-3 font-strong text-ink-soft no-underline hover:text-ink l:mt-4"
        >
          {t("nav.signOut")}
        </Link>
      </nav>
      <div className="max-w-[560px]">{children}</div>
    </div>
  );
}
