import { FileLink } from "~/files/FileLink.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { RecapView } from "../core/recapView.ts";
import { Attribution, type LineReferenceContext, PartialSection } from "./PartialSection.tsx";

/** Files that were shared in the call. */
export function SharedFiles({
  files: { all, complete },
  ...lineContext
}: LineReferenceContext & { files: RecapView["files"] }) {
  const t = useMessages();
  if (all.length === 0) return null;
  return (
    <PartialSection title={t("recap.files")} complete={complete}>
      <ul className="grid gap-3 min-[40rem]:grid-cols-2">
        {all.map(({ id, author, at, file }) => (
          <li key={id} className="min-w-0">
            <FileLink lineId={id} file={file} />
            <Attribution author={author} lineId={id} at={at} {...lineContext} />
          </li>
        ))}
      </ul>
    </PartialSection>
  );
}
