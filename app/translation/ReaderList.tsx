import { Fragment } from "react";
import { groupReaders, type LanguagePairs, type Reader, translatesAnything } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "./LanguageName.tsx";

interface ReaderListProps {
  readers: readonly Reader[];
  /** The language that the visitor speaks and writes. */
  from: Language;
  pairs: LanguagePairs;
}

/** "Inés reads you in Español, Haruka in 日本語", and those who get the original. Without engines: that all read the original. */
export function ReaderList({ readers, from, pairs }: ReaderListProps) {
  const t = useMessages();
  const format = useFormatters();
  const translates = translatesAnything(pairs);
  const { reached, unreached, gaps } = groupReaders(translates ? pairs : null, from, readers);
  const [first, more] = translates
    ? (["prejoin.readsYou", "prejoin.readsYouToo"] as const)
    : (["chat.reads", "chat.reads"] as const);
  return (
    <>
      <p className="empty:hidden">
        {!translates && `${t("chat.asWritten")} `}
        {format.listParts(reached.length, "enumeration").map((part) => {
          if (typeof part === "string") return part;
          const reader = reached[part];
          if (reader === undefined) return null;
          return (
            <Fragment key={reader.number}>
              {t.rich(part === 0 ? first : more, {
                name: <bdi>{reader.name}</bdi>,
                language: <LanguageName code={reader.reads} />,
              })}
            </Fragment>
          );
        })}
      </p>
      {unreached.length > 0 && (
        <p className="text-warning">
          {t.rich("prejoin.getsOriginal", {
            count: unreached.length,
            names: <NameList people={unreached} />,
            pair: t("language.noTranslation", {
              from: format.languageName(from),
              languages: format.list(gaps.map(format.languageName)),
            }),
          })}
        </p>
      )}
    </>
  );
}

/** The names in the page's language: "Inés, Tom, and Haruka". */
export function NameList({ people }: { people: readonly Pick<Reader, "number" | "name">[] }) {
  return useFormatters()
    .listParts(people.length, "sentence")
    .map((part) => (typeof part === "string" ? part : <bdi key={part}>{people[part]?.name}</bdi>));
}
