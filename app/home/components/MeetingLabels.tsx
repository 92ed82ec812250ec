/** Labels of a meeting: people, languages. */
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { PictureAvatar } from "~/ui/PictureAvatar.tsx";
import type { AvatarPerson, LanguageView } from "../core/homeView.ts";

/** `Inés, Haruka and 2 more`. */
export function PeopleNames({ faces, more }: { faces: readonly AvatarPerson[]; more: number }) {
  const t = useMessages();
  const format = useFormatters();
  const names = format
    .listParts(faces.length, more > 0 ? "enumeration" : "sentence")
    .map((part) => (typeof part === "string" ? part : <bdi key={part}>{faces[part]?.name}</bdi>));
  return <>{more > 0 ? t.rich("home.withMore", { count: more, names }) : names}</>;
}

/** `Español, 日本語`. */
export function LanguageList({ languages }: { languages: readonly LanguageView[] }) {
  const format = useFormatters();
  return format.listParts(languages.length, "enumeration").map((part) => {
    if (typeof part === "string") return part;
    const language = languages[part];
    return (
      <bdi key={part} lang={language?.code} dir={language?.dir}>
        {language?.name}
      </bdi>
    );
  });
}

/** Overlapping pictures with a border of `surface`. Each covers the one before, which only positioned elements do. */
export function Faces({ faces, size }: { faces: readonly AvatarPerson[]; size: "s" | "l" }) {
  return (
    <span className="flex">
      {faces.map(({ number, colour, avatar, name }) => (
        <span key={number} className="relative -ms-1.5 inline-grid rounded-full ring-2 ring-surface first:ms-0">
          <PictureAvatar avatar={avatar} colour={colour} name={name} size={size} />
        </span>
      ))}
    </span>
  );
}
