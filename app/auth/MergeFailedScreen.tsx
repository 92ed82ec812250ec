import { useMessages } from "~/i18n/I18nProvider.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";

/** Shown once after a sign-in that could not move the guest's data. */
export function MergeFailedScreen({ next }: { next: string }) {
  const t = useMessages();
  return (
    <AuthLayout path="/sign-in/code" heading={t("sign-in.title")}>
      <ErrorNotice code="account/claim-refused" shape="row" />
      <Link to={next} className={buttonClass({ variant: "primary", size: "l" })}>
        {t("sign-in.go-on")}
      </Link>
    </AuthLayout>
  );
}
