import { useCallback, useMemo, useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Switch } from "~/ui/Switch.tsx";
import { pushBrowser } from "../core/pushBrowser.ts";
import { createPushDevice, type PushView } from "../core/pushDevice.ts";
import { QuietHours } from "./QuietHours.tsx";

/** Switches reminders on this device, and chooses quiet hours. Shows why a device cannot have them. */
export function PushSwitch({ env, pushKey }: { env: PublicEnv; pushKey: string }) {
  const t = useMessages();
  const device = useMemo(() => createPushDevice(createRpc(pageHttp(env)), pushKey, pushBrowser()), [env, pushKey]);
  const [view, setView] = useState<PushView | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [saved, setSaved] = useState(false);
  const apply = useCallback((result: Result<PushView>) => {
    setError(result.ok ? null : result.error.code);
    if (result.ok) setView(result.value);
  }, []);
  useAsyncEffect(
    async (signal) => {
      const result = await device.read();
      if (!signal.aborted) apply(result);
    },
    [device, apply],
  );
  const run = async (request: Promise<Result<PushView>>, saves = false) => {
    setBusy(true);
    setSaved(false);
    const result = await request;
    setBusy(false);
    apply(result);
    setSaved(saves && result.ok);
  };
  const notice = error !== null && <ErrorNotice shape="row" code={error} />;
  if (view === null) return notice || null;
  const { ability, state } = view;
  if (ability === "unsupported") return <p className="text-pretty text-ink-soft">{t("push.unsupported")}</p>;
  return (
    <div className="grid gap-4">
      <Switch
        className="flex-row-reverse"
        label={t("push.switch")}
        hint={t(ability === "denied" ? "push.denied" : "push.hint")}
        checked={state.here && ability === "ready"}
        disabled={busy || ability === "denied"}
        onChange={(on) => void run(on ? device.switchOn() : device.switchOff())}
      />
      {notice}
      {state.devices > 0 && (
        <QuietHours
          from={state.quiet_from}
          until={state.quiet_until}
          disabled={busy}
          onChange={(from, until) => void run(device.setQuietHours(from, until), true)}
        />
      )}
      <p role="status" className="text-14 text-ink-soft empty:hidden">
        {saved && t("push.saved")}
      </p>
    </div>
  );
}
