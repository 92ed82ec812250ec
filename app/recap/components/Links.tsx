import { useMessages } from "~/i18n/index.tsx";
import type { RecapView } from "../view.ts";
import { By, Found, type Whereabouts } from "./Found.tsx";

/** Addresses that were named in the call, and by whom. */
export function Links({ links: { all, whole }, ...where }: Whereabouts & { links: RecapView["links"] }) {
  const t = useMessages();
  if (all.length === 0) return null;
  return (
    <Found title={t("recap.links")} whole={whole}>
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
            <By author={author} line={line} at={at} {...where} />
          </li>
        ))}
      </ul>
    </Found>
  );
}
