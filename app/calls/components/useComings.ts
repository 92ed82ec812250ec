import { useEffect, useRef, useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import type { PersonView } from "../view.ts";

/** Who came in and who left, in words for a live region. Those who are here at first (`null` before) are not announced. */
export function useComings(people: readonly PersonView[] | null): string {
  const t = useMessages();
  const before = useRef<ReadonlyMap<string, string> | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (people === null) return;
    const now = new Map(people.filter(({ isMe }) => !isMe).map(({ id, name }) => [id, name] as const));
    const was = before.current;
    before.current = now;
    if (was === null) return;
    const words = [
      ...[...now].filter(([id]) => !was.has(id)).map(([, name]) => t("call.joined", { name })),
      ...[...was].filter(([id]) => !now.has(id)).map(([, name]) => t("call.gone", { name })),
    ];
    if (words.length > 0) setSaid(`${words.join(". ")}.`);
  }, [people, t]);
  return said;
}
