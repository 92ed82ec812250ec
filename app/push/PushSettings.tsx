import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { LazyPushSwitch } from "./lazy.tsx";

interface PushSettingsProps {
  env: PublicEnv;
  /** The key by which push services recognize Parley. */
  pushKey: string;
}

/** Switches reminders by Web Push on this device, without a save. Its code loads after the page. */
export function PushSettings({ env, pushKey }: PushSettingsProps) {
  const t = useMessages();
  return (
    <section aria-labelledby="push" className="mt-10 grid gap-2 border-t border-line pt-8">
      <h2 id="push" className="text-22 leading-snug font-head">
        {t("settings.push")}
      </h2>
      <div className="min-h-18">
        <LazyPushSwitch>{({ PushSwitch }) => <PushSwitch env={env} pushKey={pushKey} />}</LazyPushSwitch>
      </div>
    </section>
  );
}
