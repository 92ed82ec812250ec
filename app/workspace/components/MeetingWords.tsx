/** How a meeting is spoken of: its name, its people, its languages. */
import { Fragment } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { LanguageName } from "~/languages/index.ts";
import type { Moment } from "../moments.ts";
import type { Face } from "../view.ts";

/** The title, or a friendly name by its day. */
export function MeetingName({ title, moment }: { title: string | null; moment: Moment | undefined }) {
  const t = useMessages();
  if (title !== null) return <bdi>{title}</bdi>;
  return <>{t("home.untitled", { date: moment?.date ?? "" })}</>;
}

/** `Inés, Haruka and 2 more`. */
export function Names({ faces, more }: { faces: readonly Face[]; more: number }) {
  const t = useMessages();
  const format = useFormat();
  const names = format
    .listParts(faces.length, more > 0 ? "enumeration" : "sentence")
    .map((part) => (typeof part === "string" ? part : <bdi key={part}>{faces[part]?.name}</bdi>));
  return <>{more > 0 ? t.rich("home.withMore", { count: more, names }) : names}</>;
}

/** `Español, 日本語`. */
export function LanguageList({ languages }: { languages: readonly Language[] }) {
  const format = useFormat();
  return format.listParts(languages.length, "enumeration").map((part) => {
    if (typeof part === "string") return part;
    const code = languages[part];
    return code === undefined ? null : (
      <Fragment key={code}>
        <LanguageName code={code} />
      </Fragment>
    );
  });
}
