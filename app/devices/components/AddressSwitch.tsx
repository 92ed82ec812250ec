import { useState, useSyncExternalStore } from "react";
import { iceStatus } from "#contracts/iceRequest.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { relayOnly } from "~/lib/relayOnly.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { Switch } from "~/ui/Switch.tsx";

/** Returns whether calls have a relay; null while unknown. */
function useRelay({ supabaseUrl, publishableKey }: PublicEnv): boolean | null {
  const [relay, setRelay] = useState<boolean | null>(null);
  useAsyncEffect(
    async (signal) => {
      const response = await pageHttp({ supabaseUrl, publishableKey }).get("/functions/v1/ice");
      const status = iceStatus.safeParse(response.ok ? response.value : null);
      if (!signal.aborted && status.success) setRelay(status.data.relay);
    },
    [supabaseUrl, publishableKey],
  );
  return relay;
}

/** Chooses whether media go through a relay only, so that the others in a call do not learn this machine's address. */
export function AddressSwitch({ env }: { env: PublicEnv }) {
  const t = useMessages();
  const relay = useRelay(env);
  const { subscribe, getSnapshot, set } = relayOnly();
  const hidden = useSyncExternalStore(subscribe, getSnapshot);
  return (
    <section aria-labelledby="address" className="grid gap-2">
      <h3 id="address" className="text-14 font-strong">
        {t("devices.address")}
      </h3>
      <p className="text-14 leading-snug text-pretty text-ink-soft">{t("devices.address.visible")}</p>
      <Switch
        label={t("devices.address.hide")}
        hint={t(relay === false ? "devices.address.noRelay" : "devices.address.hint")}
        checked={hidden}
        // Without a relay it can only be switched off.
        disabled={relay !== true && !hidden}
        onChange={set}
        className="flex-row-reverse"
      />
    </section>
  );
}
