import { useState } from "react";
import type { Result } from "#contracts/errors.ts";
import type { TranslationQuota } from "#contracts/translate.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";

/** The meter appears from this share of the limit. */
const QUOTA_WARNING_SHARE = 0.8;
const QUOTA_POLL_MS = 60_000;

interface QuotaMeterProps {
  fetchQuota(): Promise<Result<TranslationQuota>>;
}

/** The used share of the daily translation quotas, once it is high, and its consequences. */
export function QuotaMeter({ fetchQuota }: QuotaMeterProps) {
  const [quota, setQuota] = useState<TranslationQuota | null>(null);
  useAsyncEffect(
    (signal) => {
      const poll = async () => {
        const result = await fetchQuota();
        if (!signal.aborted && result.ok) setQuota(result.value);
      };
      const timer = setInterval(() => void poll(), QUOTA_POLL_MS);
      signal.addEventListener("abort", () => clearInterval(timer));
      return poll();
    },
    [fetchQuota],
  );
  if (quota === null) return null;
  return <QuotaBars quota={quota} />;
}

export function QuotaBars({ quota }: { quota: TranslationQuota }) {
  const t = useMessages();
  const format = useFormatters();
  const bars = [
    { name: t("people.quota.user"), share: quota.user.used / quota.user.limit },
    { name: t("people.quota.meeting"), share: quota.meeting.used / quota.meeting.limit },
  ].filter(({ share }) => share >= QUOTA_WARNING_SHARE);
  if (bars.length === 0) return null;
  const out = bars.some(({ share }) => share >= 1);
  const time = format.time(Date.parse(quota.resets_at));
  return (
    <section aria-label={t("people.quota.title")} className="grid gap-2 text-14 leading-snug">
      <h3 className="font-strong">{t("people.quota.title")}</h3>
      {bars.map(({ name, share }) => (
        <div key={name} className="grid gap-1">
          <p className="flex justify-between gap-3 text-13">
            <span>{name}</span>
            <span className="tabular-nums">{format.share(Math.min(1, share))}</span>
          </p>
          <div
            role="progressbar"
            aria-label={name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(Math.min(1, share) * 100)}
            className="h-1.5 overflow-hidden rounded-full bg-line"
          >
            <div
              data-out={share >= 1}
              style={{ inlineSize: `${Math.min(1, share) * 100}%` }}
              className="ui-fill h-full rounded-full bg-warning data-[out=true]:bg-danger"
            />
          </div>
        </div>
      ))}
      <p className="text-13 text-pretty text-ink-soft">{t(out ? "people.quota.out" : "people.quota.low", { time })}</p>
    </section>
  );
}
