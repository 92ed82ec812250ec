import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import type { TFunction } from "~/i18n/createTFunction.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { showShellToast } from "~/shell/lazy.tsx";
import { type DoneResult, type FormResult, type RedirectedIntent, redirectedIntent } from "../core/workspaceView.ts";

/** Says what a form did, also after a redirect. "Save" confirms itself. */
export function DoneNotice({ result }: { result: FormResult | null }) {
  const t = useMessages();
  const [search] = useSearchParams();
  const redirected = result === null ? redirectedIntent(search) : null;
  const text = result?.kind === "done" ? doneText(t, result) : redirected && redirectText(t, redirected);
  const isToast = result?.kind === "done" && text !== null;
  useEffect(() => {
    // The form may be far below this notice.
    if (isToast) showShellToast(text);
  }, [isToast, text]);
  return (
    // A toast is announced already.
    <div role={isToast ? undefined : "status"}>
      {text !== null && <p className="mb-6 rounded-m bg-success-soft px-4 py-3 wrap-anywhere text-success">{text}</p>}
    </div>
  );
}

function doneText(t: TFunction, { intent, email }: DoneResult): string | null {
  switch (intent) {
    case "save":
    case "two-factor":
    case "sso":
      return null;
    case "choose":
    case "role":
    case "remove":
    case "transfer":
    case "revoke":
    case "reset-approve":
    case "reset-decline":
    case "delete":
    case "keep":
      return t(`members.done.${intent}`);
    case "invite":
    case "link":
    case "renew":
      return email === null ? t("members.done.link") : t("members.done.invite", { email });
    case "create":
    case "leave":
      return redirectText(t, intent);
    default:
      return intent satisfies never;
  }
}

const redirectText = (t: TFunction, intent: RedirectedIntent): string => t(`members.done.${intent}`);
