import { useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import type { CallPageHeaderView } from "../transcriptView.ts";

/** States which part of the call the reader sees. The host can share the whole call after its end. */
export function CallReading({ view, env }: { view: CallPageHeaderView; env: PublicEnv }) {
  const t = useMessages();
  const { callId, endedAt, reading } = view;
  const [shared, setShared] = useState(reading.shared);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);

  async function share() {
    setBusy(true);
    const result = await createRpc(pageHttp(env))("share_call", { p_call_id: callId });
    setBusy(false);
    setShared(result.ok);
    setError(result.ok ? null : result.error.code);
  }
  if (!reading.mayShare)
    return reading.whole ? null : <p className="mt-3 text-14 text-ink-soft">{t("transcript.partial")}</p>;
  // Before its end, a call cannot be shared.
  if (!shared && endedAt === null) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-ink-soft print:hidden">
      <p role="status">{t(shared ? "transcript.shared" : "transcript.notShared")}</p>
      {!shared && (
        <Button size="s" busy={busy} onClick={share}>
          {t("transcript.share")}
        </Button>
      )}
      {error && (
        <p role="alert" className="text-danger">
          {errorText(t, error)}
        </p>
      )}
    </div>
  );
}
