import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import { useShareLink } from "./useShareLink.ts";

/** Gives the link away and says so; the answer is whether it is on the clipboard now. */
export function useCopyLink(link: string, toast: (options: ToastOptions) => void): () => Promise<boolean> {
  const t = useMessages();
  const share = useShareLink(link);
  return async () => {
    const result = await share();
    switch (result) {
      case "copied":
        toast({ text: t("call.linkCopied") });
        return true;
      case "not-copied":
        toast({
          tone: "warning",
          text: t("call.linkNotCopied"),
          detail: (
            <bdi dir="ltr" className="select-all wrap-anywhere">
              {link}
            </bdi>
          ),
        });
        return false;
      case "handed-over":
        return false;
      default:
        return result satisfies never;
    }
  };
}
