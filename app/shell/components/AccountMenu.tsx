import { useSubmit } from "@remix-run/react";
import CircleHelp from "lucide-react/icons/circle-help";
import LogOut from "lucide-react/icons/log-out";
import Settings from "lucide-react/icons/settings";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Link } from "~/ui/Link.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "~/ui/Menu.tsx";
import type { AccountView } from "../accountView.ts";
import { AccountAvatar, accountButtonClass } from "./AccountAvatar.tsx";

/** The account menu. It loads after the page; until then a link to the settings takes its place. */
export function AccountMenu({ person }: { person: AccountView }) {
  const { name, email } = person;
  const t = useMessages();
  const submit = useSubmit();
  return (
    <Menu
      align="end"
      label={t("nav.account")}
      trigger={
        <button type="button" aria-label={t("nav.account")} className={accountButtonClass}>
          <AccountAvatar person={person} />
        </button>
      }
    >
      {(name ?? email) !== null && (
        <div className="max-w-72 px-2.5 py-2 leading-snug">
          {name !== null && (
            <p className="font-strong wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
          )}
          {email !== null && (
            <p className="text-14 wrap-anywhere text-ink-soft">
              <bdi>{email}</bdi>
            </p>
          )}
        </div>
      )}
      <MenuSeparator />
      <MenuLink value="settings">
        <Link to="/settings/profile">
          <Settings />
          {t("nav.settings")}
        </Link>
      </MenuLink>
      <MenuLink value="help">
        <Link to="/help">
          <CircleHelp />
          {t("nav.help")}
        </Link>
      </MenuLink>
      <MenuSeparator />
      <MenuItem
        value="sign-out"
        icon={<LogOut className="rtl:-scale-x-100" />}
        onSelect={() => submit(null, { method: "post", action: "/sign-out" })}
      >
        {t("nav.signOut")}
      </MenuItem>
    </Menu>
  );
}
