import { type KeyboardEvent, type MutableRefObject, useEffect, useId, useLayoutEffect, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { type Mentionable, matchPeople } from "../core/mentions.ts";

/** The number that fits above the field. Typing more narrows the list. */
const MAX_VISIBLE_MENTIONS = 6;

export interface MentionListProps {
  /** The text after the `@`. */
  query: string;
  people: readonly Mentionable[];
  /** Receives the field's key events first. Returns true if the list has handled the key. */
  keyHandlerRef: MutableRefObject<((event: KeyboardEvent) => boolean) | null>;
  onPick(person: Mentionable): void;
  onClose(): void;
  /** Passes the ids of the list and of the active option to the field. */
  onActiveChange(list: string | null, option: string | null): void;
}

/** Suggestions for a mention, above the field, which keeps the focus. */
export function MentionList({ query, people, keyHandlerRef, onPick, onClose, onActiveChange }: MentionListProps) {
  const t = useMessages();
  const id = useId();
  const found = matchPeople(people, query).slice(0, MAX_VISIBLE_MENTIONS);
  const [selection, setSelection] = useState({ query, index: 0 });
  const index = Math.min(selection.query === query ? selection.index : 0, found.length - 1);
  const active = found[index];
  const option = active && `${id}${active.userId}`;
  useEffect(() => {
    onActiveChange(found.length > 0 ? id : null, option ?? null);
    return () => onActiveChange(null, null);
  }, [id, option, found.length, onActiveChange]);
  // Before the screen changes, so that a key never acts on the list before.
  useLayoutEffect(() => {
    keyHandlerRef.current = (event) => {
      switch (event.key) {
        case "ArrowDown":
          setSelection({ query, index: (index + 1) % found.length });
          return found.length > 0;
        case "ArrowUp":
          setSelection({ query, index: (index - 1 + found.length) % found.length });
          return found.length > 0;
        case "Enter":
        case "Tab":
          if (active && !event.shiftKey) onPick(active);
          return active !== undefined && !event.shiftKey;
        case "Escape":
          onClose();
          return true;
        default:
          return false;
      }
    };
    return () => {
      keyHandlerRef.current = null;
    };
  });
  return (
    <>
      <LiveRegion message={found.length > 0 ? t("lines.mentions.found", { count: found.length }) : ""} />
      {found.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={t("lines.mentions.list")}
          className="absolute inset-x-3 bottom-[calc(100%-4px)] z-10 grid animate-rise rounded-[12px] border border-line bg-raised p-1.5 shadow-2"
        >
          {found.map((person) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
            <div
              key={person.userId}
              id={`${id}${person.userId}`}
              role="option"
              tabIndex={-1}
              aria-selected={person === active}
              // Keep the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(person)}
              className="flex min-h-control cursor-pointer items-center gap-2.5 rounded-[8px] px-2.5 hover:bg-hover aria-selected:bg-hover"
            >
              <Avatar size="s" colour={person.colour} name={person.name} />
              <bdi className="min-w-0 flex-1 truncate">{person.name}</bdi>
              <LanguageName code={person.reads} className="text-13 text-ink-soft" />
            </div>
          ))}
        </div>
      )}
    </>
  );
}
