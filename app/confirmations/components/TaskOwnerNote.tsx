import type { Confirmation } from "#contracts/confirmations.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";

/** States that the owner of the task answers first. */
export function TaskOwnerNote({ confirmation }: { confirmation: Confirmation }) {
  const t = useMessages();
  const owner = confirmation.people.find((person) => person.owner);
  return (
    <p className="text-14 text-ink-soft">
      {owner === undefined
        ? t("confirmations.ownerFirst.nobody")
        : t.rich("confirmations.ownerFirst", { name: <bdi>{owner.display_name}</bdi> })}
    </p>
  );
}
