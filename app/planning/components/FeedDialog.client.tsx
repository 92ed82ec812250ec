import { useMemo, useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { showShellToast } from "~/shell/lazy.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { createFeedClient } from "../core/feedClient.ts";
import { localDay } from "../core/localHours.ts";
import { FeedAddress } from "./FeedAddress.tsx";

interface FeedDialogProps {
  env: PublicEnv;
  formats: CalendarFormats;
  onClose(): void;
}

type Feed =
  | { readonly kind: "none" }
  /** Milliseconds since the epoch. */
  | { readonly kind: "made"; readonly at: number }
  /** The address is shown this once. */
  | { readonly kind: "new"; readonly address: string };

/** The private feed of the reader: makes, replaces and revokes its address. */
export function FeedDialog({ env, formats, onClose }: FeedDialogProps) {
  const t = useMessages();
  const client = useMemo(() => createFeedClient(createRpc(pageHttp(env)), location.origin), [env]);
  const [feed, setFeed] = useState<Feed | null>(null);
  const [busy, setBusy] = useState<"renew" | "revoke" | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  useAsyncEffect(
    async (signal) => {
      const made = await client.madeAt();
      if (signal.aborted) return;
      if (!made.ok) return setError(made.error.code);
      setFeed(made.value === null ? { kind: "none" } : { kind: "made", at: made.value });
    },
    [client],
  );
  async function run<Value>(action: "renew" | "revoke", request: Promise<Result<Value>>, done: (value: Value) => Feed) {
    setBusy(action);
    setError(null);
    const result = await request;
    setBusy(null);
    if (!result.ok) return setError(result.error.code);
    setFeed(done(result.value));
    if (action === "revoke") showShellToast(t("planTools.feed.revoked"));
  }
  const renew = () => run("renew", client.renew(), (address) => ({ kind: "new", address }));
  const revoke = () => run("revoke", client.revoke(), () => ({ kind: "none" }));
  const exists = feed !== null && feed.kind !== "none";
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("planTools.feed.title")}
      description={t("planTools.feed.text")}
      className="max-w-130!"
      actions={
        feed !== null && (
          <>
            {exists && (
              <Button variant="danger" busy={busy === "revoke"} onClick={() => void revoke()}>
                {t("planTools.feed.revoke")}
              </Button>
            )}
            <Button variant={exists ? "plain" : "primary"} busy={busy === "renew"} onClick={() => void renew()}>
              {t(exists ? "planTools.feed.renew" : "planTools.feed.make")}
            </Button>
          </>
        )
      }
    >
      {error !== null && <ErrorNotice code={error} shape="row" className="mt-4" />}
      {feed === null && error === null && (
        <div className="mt-4 grid min-h-control place-items-center">
          <Spinner />
        </div>
      )}
      {feed?.kind === "new" && <FeedAddress key={feed.address} address={feed.address} />}
      {feed?.kind === "made" && (
        <p className="mt-4 text-pretty">
          {t("planTools.feed.exists", { day: formats.fullDay(localDay(formats.zone, feed.at)) })}
        </p>
      )}
      <ul className="mt-4 grid list-disc gap-1.5 ps-5 text-14 text-pretty text-ink-soft">
        <li>{t("planTools.feed.secret")}</li>
        <li>{t("planTools.feed.slow")}</li>
        <li>{t("planTools.feed.left")}</li>
        {exists && <li>{t("planTools.feed.replaces")}</li>}
      </ul>
    </Dialog>
  );
}
