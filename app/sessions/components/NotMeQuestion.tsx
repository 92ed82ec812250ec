import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ConfirmSection } from "~/settings/ConfirmSection.tsx";
import { SECURITY_PATH } from "../core/sessionView.ts";

/** Asks whether somebody else signed in on this device. */
export function NotMeQuestion({ id, name }: { id: string; name: string }) {
  const t = useMessages();
  return (
    <ConfirmSection
      title={t.rich("security.notMe.title", { device: <span>{name}</span> })}
      text={t("security.notMe.text")}
      press={t("security.notMe")}
      cancel={t("security.cancel")}
      intent="not-me"
      id={id}
      actionPath={SECURITY_PATH}
      cancelPath={SECURITY_PATH}
      error={null}
    />
  );
}
