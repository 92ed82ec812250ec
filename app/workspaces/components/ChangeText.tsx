import type { WorkspaceChange } from "#contracts/workspaces.ts";
import type { TFunction } from "~/i18n/createTFunction.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";

/** Describes a change in a sentence. */
export function ChangeText({ change }: { change: WorkspaceChange }) {
  const t = useMessages();
  const { action, detail } = change;
  const named = (id: string | null, name: string | null) => (
    <bdi className="font-strong">{id === null ? t("members.deleted") : (name ?? t("members.nameless"))}</bdi>
  );
  const actor = named(change.actor, change.actor_name);
  const person = named(change.person, change.person_name);
  const value = (raw: string | number | undefined) => <bdi>{valueText(t, raw)}</bdi>;
  const role = value(detail.role);
  const [from, to] = [value(detail.from), value(detail.to)];
  const email = <bdi>{detail.email ?? detail.address}</bdi>;
  const isLink = detail.email === undefined && detail.address === undefined;
  switch (action) {
    case "workspace-created":
      return t.rich("members.change.workspace-created", { actor });
    case "workspace-renamed": {
      // A name can be spelled like a role.
      const names = { from: <bdi>{detail.from}</bdi>, to: <bdi>{detail.to}</bdi> };
      return t.rich("members.change.workspace-renamed", { actor, ...names });
    }
    case "retention-changed":
    case "translation-changed":
      return t.rich(`members.change.${action}`, { actor, from, to });
    case "two-factor-changed":
      return change.detail.to === "on"
        ? t.rich("members.change.two-factor-on", { actor })
        : t.rich("members.change.two-factor-off", { actor });
    case "sso-changed":
      return detail.to
        ? t.rich("members.change.sso-on", { actor, companies: <bdi dir="ltr">{detail.to}</bdi> })
        : t.rich("members.change.sso-off", { actor });
    case "member-invited":
      return isLink
        ? t.rich("members.change.link-created", { actor })
        : t.rich("members.change.member-invited", { actor, email, role });
    case "invitation-renewed":
      return isLink
        ? t.rich("members.change.link-renewed", { actor })
        : t.rich("members.change.invitation-renewed", { actor, email });
    case "invitation-revoked":
      return isLink
        ? t.rich("members.change.link-revoked", { actor })
        : t.rich("members.change.invitation-revoked", { actor, email });
    case "member-joined":
      return t.rich("members.change.member-joined", { person, role });
    case "role-changed":
      return t.rich("members.change.role-changed", { actor, person, from, to });
    case "member-removed":
      return t.rich("members.change.member-removed", { actor, person });
    case "member-left":
      return t.rich("members.change.member-left", { person });
    case "factor-reset-asked":
    case "factor-reset-done":
      return t.rich(`members.change.${action}`, { person });
    case "factor-reset-approved":
    case "factor-reset-declined":
      return t.rich(`members.change.${action}`, { actor, person });
    case "picture-changed":
    case "picture-removed":
    case "deletion-requested":
    case "deletion-withdrawn":
      return t.rich(`members.change.${action}`, { actor });
    default:
      return action satisfies never;
  }
}

/** Returns the reader's word for a role or a way of translation, and numbers as they are. */
function valueText(t: TFunction, raw: string | number | undefined): string {
  switch (raw) {
    case "owner":
    case "admin":
    case "member":
      return t(`members.role.${raw}`);
    case "server":
    case "device":
    case "off":
      return t(`members.translation.${raw}`);
    default:
      return String(raw ?? "");
  }
}
