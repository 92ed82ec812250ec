import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { RecapView } from "../core/recapView.ts";
import { Attribution, type LineReferenceContext, PartialSection } from "./PartialSection.tsx";

/** Links in the call's lines. */
export function SharedLinks({
  links: { all, complete },
  ...lineContext
}: LineReferenceContext & { links: RecapView["links"] }) {
  const t = useMessages();
  if (all.length === 0) return null;
  return (
    <PartialSection title={t("recap.links")} complete={complete}>
      <ul className="border-b border-line">
        {all.map(({ href, host, rest, lineId, author, at }) => (
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
            <Attribution author={author} lineId={lineId} at={at} {...lineContext} />
          </li>
        ))}
      </ul>
    </PartialSection>
  );
}
