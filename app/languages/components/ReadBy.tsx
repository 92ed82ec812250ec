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

interface ReadByProps {
  readers: readonly Reader[];
  /** `you`: at the door, about oneself; `this`: in the chat, about the line being written. */
  about: "you" | "this";
  /** Something here may translate. */
  translates: boolean;
}

/** The first of a list, and each that follows. */
const WORDS = {
  you: ["door.readsYou", "door.readsYouToo"],
  this: ["chat.readsThis", "chat.readsThisToo"],
  asWritten: ["chat.reads", "chat.reads"],
} as const;

/** Who reads what one writes, and in what: "Inés reads you in Español, Haruka in 日本語"; or that it is read as it is written. */
export function ReadBy({ readers, about, translates }: ReadByProps) {
  const t = useMessages();
  const format = useFormat();
  const [first, more] = WORDS[translates ? about : "asWritten"];
  const list = format.listParts(readers.length, "enumeration").map((part) => {
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
  return (
    <>
      {!translates && `${t("chat.asWritten")} `}
      {list}
    </>
  );
}
