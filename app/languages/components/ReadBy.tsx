import { Fragment } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { LanguageName } from "./LanguageName.tsx";

export interface Reader {
  /** Of the participant. */
  readonly number: number;
  readonly name: string;
  readonly reads: Language;
}

/**
 * Who reads what one writes, and in what: "Inés reads you in Español, Haruka in 日本語". `you`: at the door, about
 * oneself; `this`: in the chat, about the line being written.
 */
export function ReadBy({ readers, about }: { readers: readonly Reader[]; about: "you" | "this" }) {
  const t = useMessages();
  const format = useFormat();
  const first = about === "you" ? "door.readsYou" : "chat.readsThis";
  const more = about === "you" ? "door.readsYouToo" : "chat.readsThisToo";
  return format.listParts(readers.length, "enumeration").map((part) => {
    if (typeof part === "string") return part;
    const reader = readers[part];
    if (reader === undefined) return null;
    return (
      <Fragment key={reader.number}>
        {t.rich(part === 0 ? first : more, {
          name: <bdi>{reader.name}</bdi>,
          language: <LanguageName code={reader.reads} />,
        })}
      </Fragment>
    );
  });
}
