import { Link } from "@remix-run/react";
import { useMessages } from "~/i18n/index.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { TopBar } from "~/ui/TopBar.tsx";
import { codeOf } from "./failure.ts";

/** In place of a screen that could not be shown: what happened, what is safe, and a way on. */
export function RouteFailure({ error }: { error: unknown }) {
  const t = useMessages();
  return (
    <>
      <TopBar path="/" className="max-w-[1160px]" />
      <main className="mx-auto grid w-full max-w-[480px] gap-6 px-4 py-16">
        <ErrorNotice
          code={codeOf(error)}
          action={
            <Link to="/" className={buttonClass({ variant: "primary" })}>
              {t("action.back")}
            </Link>
          }
        />
      </main>
    </>
  );
}
