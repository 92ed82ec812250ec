import Share from "lucide-react/icons/share-2";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";

/** Opens the system's share sheet, in browsers that have one. */
export function ShareButton({ link }: { link: string }) {
  const t = useMessages();
  if (typeof navigator.share !== "function") return null;
  return (
    // It rejects when the user closes the share sheet.
    <Button className="flex-1" onClick={() => navigator.share({ url: link }).catch(() => {})}>
      <Share />
      {t("call.shareLink")}
    </Button>
  );
}
