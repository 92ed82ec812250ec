import { FileLink } from "~/files/landing.ts";
import { useMessages } from "~/i18n/index.tsx";
import type { RecapView } from "../view.ts";
import { By, Found, type Whereabouts } from "./Found.tsx";

/** What was shared in the call, and by whom. */
export function Files({ files: { all, whole }, ...where }: Whereabouts & { files: RecapView["files"] }) {
  const t = useMessages();
  if (all.length === 0) return null;
  return (
    <Found title={t("recap.files")} whole={whole}>
      <ul className="grid gap-3 min-[40rem]:grid-cols-2">
        {all.map(({ id, author, at, file }) => (
          <li key={id} className="min-w-0">
            <FileLink id={id} file={file} />
            <By author={author} line={id} at={at} {...where} />
          </li>
        ))}
      </ul>
    </Found>
  );
}
