import { Fragment } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "./LanguageName.tsx";

export interface ReaderListItem {
  /** The participant's number in the meeting. */
  readonly number: number;
  readonly name: string;
  readonly reads: Language;
}

interface ReaderListProps {
  readers: readonly ReaderListItem[];
  /** `you`: on the pre-join page, about the visitor; `this`: in the chat, about the draft. */
  about: "you" | "this";
  translates: boolean;
}

/** The message for the first reader, and for each further one. */
const READER_MESSAGES = {
  you: ["prejoin.readsYou", "prejoin.readsYouToo"],
  this: ["chat.readsThis", "chat.readsThisToo"],
  asWritten: ["chat.reads", "chat.reads"],
} as const;

/** "Inés reads you in Español, Haruka in 日本語". Without translation: that all read the original. */
export function ReaderList({ readers, about, translates }: ReaderListProps) {
  const t = useMessages();
  const format = useFormatters();
  const [first, more] = READER_MESSAGES[translates ? about : "asWritten"];
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
