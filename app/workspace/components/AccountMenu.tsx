import { Link, useSubmit } from "@remix-run/react";
import CircleHelp from "lucide-react/icons/circle-help";
import LogOut from "lucide-react/icons/log-out";
import Settings from "lucide-react/icons/settings";
import { useMessages } from "~/i18n/index.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Menu, MenuItem, MenuLine, MenuLink } from "~/ui/Menu.tsx";
import type { PersonView } from "../view.ts";

/** Who one is here, and what belongs to that. Without scripts the settings hold the same ways. */
export function AccountMenu({ person: { name, email } }: { person: PersonView }) {
  const t = useMessages();
  const submit = useSubmit();
  return (
    <Menu
      align="end"
      label={t("nav.account")}
      trigger={
        <button
          type="button"
          aria-label={t("nav.account")}
          className="grid size-control flex-none place-items-center rounded-full hover:bg-hover"
        >
          {/* A colour is a person's in one meeting; outside of them everyone sees themselves in the same one. */}
          <Avatar number={2} name={name ?? ""} />
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
      <MenuLine />
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
      <MenuLine />
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
