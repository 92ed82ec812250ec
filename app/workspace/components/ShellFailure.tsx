import { Link, useLocation } from "@remix-run/react";
import { useMessages } from "~/i18n/index.tsx";
import { codeOf } from "~/platform/failure.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { AppShell } from "./AppShell.tsx";

/** In place of a screen of the shell that could not be shown; the ways to the others stay. */
export function ShellFailure({ error }: { error: unknown }) {
  const t = useMessages();
  const { pathname } = useLocation();
  return (
    <AppShell person={{ name: null, email: null }}>
      <div className="mx-auto max-w-[480px]">
        <ErrorNotice
          code={codeOf(error)}
          action={
            <Link to={pathname} reloadDocument className={buttonClass({ variant: "primary" })}>
              {t("action.retry")}
            </Link>
          }
        />
      </div>
    </AppShell>
  );
}
