import { ownColour } from "#contracts/colours.ts";
import type { OwnWorkspace } from "#contracts/workspaces.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { PictureAvatar } from "~/ui/PictureAvatar.tsx";

/** A workspace as its members see it, who cannot change it. */
export function WorkspaceFacts({ shown }: { shown: OwnWorkspace }) {
  const t = useMessages();
  const facts = [
    [
      t("members.name"),
      <span key="name" className="flex items-center gap-3">
        <PictureAvatar avatar={shown.avatar} name={shown.name} colour={ownColour(shown.id)} />
        <bdi>{shown.name}</bdi>
      </span>,
    ],
    [t("members.retention"), t("members.days", { days: shown.retention_days })],
    [t("members.translation"), t(`members.translation.${shown.translation_policy}`)],
  ] as const;
  return (
    <section aria-labelledby="workspace" className="grid gap-6">
      <div>
        <h2 id="workspace" className="text-22 leading-snug font-head">
          {t("settings.workspace")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("members.workspace.text")}</p>
      </div>
      <dl className="grid gap-4">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt className="text-14 font-strong">{term}</dt>
            <dd className="wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      <p className="text-14 text-pretty text-ink-soft">{t("members.readOnly")}</p>
    </section>
  );
}
