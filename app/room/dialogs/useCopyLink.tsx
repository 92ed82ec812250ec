import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import { useShareLink } from "./useShareLink.ts";

/** Shares or copies the link and shows the result. Returns whether the link was copied. */
export function useCopyLink(link: string, showToast: (options: ToastOptions) => void): () => Promise<boolean> {
  const t = useMessages();
  const share = useShareLink(link);
  return async () => {
    const result = await share();
    switch (result) {
      case "copied":
        showToast({ text: t("call.linkCopied") });
        return true;
      case "not-copied":
        showToast({
          tone: "warning",
          text: t("call.linkNotCopied"),
          detail: (
            <bdi dir="ltr" className="select-all wrap-anywhere">
              {link}
            </bdi>
          ),
        });
        return false;
      case "shared":
        return false;
      default:
        return result satisfies never;
    }
  };
}
