import { useEffect, useRef, useState } from "react";
import { type Translate, useMessages } from "~/i18n/index.tsx";
import { type News, newsOf } from "../news.ts";
import type { PersonView } from "../view.ts";

/** What others did, in words for a live region. Those who are here at first (`null` before) are not announced. */
export function useNews(people: readonly PersonView[] | null): string {
  const t = useMessages();
  const before = useRef<readonly PersonView[] | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (people === null) return;
    const was = before.current;
    before.current = people;
    if (was === null) return;
    const news = newsOf(was, people);
    if (news.length > 0) setSaid(`${news.map((one) => wordsOf(t, one)).join(". ")}.`);
  }, [people, t]);
  return said;
}

function wordsOf(t: Translate, news: News): string {
  const { name } = news;
  switch (news.kind) {
    case "came":
      return t("call.joined", { name });
    case "gone":
      return t("call.gone", { name });
    case "hand":
      return t("call.handUp", { name });
    case "shares":
      return t("call.shares", { name });
    case "shares-no-more":
      return t("call.sharesNoMore", { name });
    case "reaction":
      return t("call.reacted", { name, emoji: news.emoji });
    default:
      return news satisfies never;
  }
}
