import CircleHelp from "lucide-react/icons/circle-help";
import { firstWaiting } from "~/confirmations/waiting.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { useRoom } from "../RoomProvider.tsx";
import { usePanels } from "../screen/usePanels.ts";
import { useConfirmations } from "../useConfirmations.ts";

/** Somebody asks the local participant. The panel opens with a click only: it would take the focus, and keys would answer. */
export function ConfirmationAlert() {
  const t = useMessages();
  const { timeline } = useRoom();
  const { openPanel, togglePanel } = usePanels();
  const loaded = useConfirmations();
  const waiting = loaded && firstWaiting(loaded.state.confirmations, timeline.me);
  if (waiting === null || openPanel === "confirmations") return null;
  const asker = waiting.people.find(({ user_id }) => user_id === waiting.asked_by);
  return (
    <Banner
      tone="warning"
      icon={<CircleHelp />}
      action={
        <Button size="s" variant="primary" onClick={() => togglePanel("confirmations")}>
          {t("confirmations.answer")}
        </Button>
      }
    >
      {asker === undefined
        ? t("confirmations.asksYou.nobody")
        : t.rich("confirmations.asks", { name: <bdi>{asker.display_name}</bdi> })}
    </Banner>
  );
}
