import { useFormat, useMessages } from "~/i18n/index.tsx";
import type { Times } from "~/transcripts/landing.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import type { PresenceView } from "../view.ts";
import { Section } from "./Section.tsx";
import { useSpan } from "./useSpan.ts";

/** Who was there, from when to when, and in which languages. */
export function Attendance({ people, times }: { people: readonly PresenceView[]; times: Times }) {
  const t = useMessages();
  const format = useFormat();
  const span = useSpan();
  return (
    <Section title={t("recap.people")}>
      <ul className="border-b border-line">
        {people.map((one) => (
          <li key={one.id} className="flex gap-3 border-t border-line py-2.5">
            <Avatar number={one.number} name={one.name} />
            <div className="min-w-0 leading-snug">
              <p className="font-strong wrap-anywhere">
                <bdi>{one.name}</bdi>
              </p>
              <p suppressHydrationWarning className="text-13 text-ink-soft tabular-nums">
                {one.leftAt === null
                  ? t("recap.here", { start: times.short(one.joinedAt) })
                  : t("recap.there", { start: times.short(one.joinedAt), end: times.short(one.leftAt) })}
                {" · "}
                {span(one.seconds)}
                {one.messages > 0 && ` · ${t("recap.messages", { count: one.messages })}`}
              </p>
              <p className="text-13 text-ink-soft">
                {t("recap.says", {
                  speaks: format.languageName(one.speaks),
                  reads: format.languageName(one.reads),
                })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
