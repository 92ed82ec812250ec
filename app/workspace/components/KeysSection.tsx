import { lazy, Suspense } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { useAlive } from "../useAlive.ts";

const SingleKeysSwitch = lazy(() =>
  import("~/calls/landing.ts").then(({ SingleKeysSwitch }) => ({ default: SingleKeysSwitch })),
);

/** Single keys of the call, on or off in this browser. At once: nothing to save. */
export function KeysSection() {
  const t = useMessages();
  const alive = useAlive();
  return (
    <section aria-labelledby="keys" className="mt-10 grid gap-2 border-t border-line pt-8">
      <h2 id="keys" className="text-22 leading-snug font-head">
        {t("settings.keys")}
      </h2>
      <div className="min-h-18">
        <Suspense>{alive && <SingleKeysSwitch />}</Suspense>
      </div>
    </section>
  );
}
