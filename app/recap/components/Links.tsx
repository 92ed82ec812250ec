import { LIMITS } from "#contracts/limits.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import type { PersonView, Times } from "~/transcripts/landing.ts";
import type { RecapView } from "../view.ts";
import { LineLink } from "./LineLink.tsx";
import { Section } from "./Section.tsx";

interface LinksProps {
  links: RecapView["links"];
  times: Times;
  transcript: string;
  personOf(id: string): PersonView | undefined;
}

/** Addresses that were named in the call, and by whom. */
export function Links({ links: { all, whole }, times, transcript, personOf }: LinksProps) {
  const t = useMessages();
  const format = useFormat();
  if (all.length === 0) return null;
  return (
    <Section title={t("recap.links")}>
      <ul className="border-b border-line">
        {all.map(({ href, host, rest, line, author, at }) => (
          <li key={href} className="border-t border-line py-2.5 text-14 leading-snug">
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              dir="ltr"
              className="line-clamp-2 rounded-s text-start wrap-anywhere pointer-coarse:min-h-control"
            >
              <span className="font-strong">{host}</span>
              {rest}
            </a>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
              <bdi>{personOf(author)?.name ?? t("transcript.somebody")}</bdi>
              <LineLink transcript={transcript} id={line} at={at} times={times} />
            </p>
          </li>
        ))}
      </ul>
      {!whole && (
        <p className="mt-2 text-13 text-ink-soft">{t("recap.more", { count: format.number(LIMITS.transcriptPage) })}</p>
      )}
    </Section>
  );
}
