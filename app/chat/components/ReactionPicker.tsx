import { type KeyboardEvent, useEffect, useRef } from "react";
import { type Emoji, REACTIONS } from "#contracts/lines.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";

interface ReactionPickerProps {
  selected: readonly Emoji[];
  onPick(emoji: Emoji, given: boolean): void;
  /** Called after a choice and on dismissal. */
  onClose(): void;
}

/** All reactions in a row. It takes the focus; arrow keys move, Escape closes. */
export function ReactionPicker({ selected, onPick, onClose }: ReactionPickerProps) {
  const t = useMessages();
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => row.current?.querySelector("button")?.focus(), []);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
      return;
    }
    const ltr = getComputedStyle(event.currentTarget).direction === "ltr";
    const step = { ArrowRight: ltr ? 1 : -1, ArrowLeft: ltr ? -1 : 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const index = buttons.findIndex((button) => button.contains(document.activeElement));
    buttons.at((index + step) % buttons.length)?.focus();
  };
  return (
    <fieldset
      ref={row}
      aria-label={t("chat.mark.choose")}
      onKeyDown={handleKeyDown}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onClose()}
      className="col-span-2 mt-1.5 flex w-fit max-w-full animate-rise flex-wrap rounded-l border border-line bg-raised p-0.5 shadow-2"
    >
      {REACTIONS.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={selected.includes(emoji)}
          onClick={() => {
            onPick(emoji, !selected.includes(emoji));
            onClose();
          }}
          className="grid size-9 place-items-center rounded-m text-18 leading-none hover:bg-hover aria-pressed:bg-accent-soft pointer-coarse:size-control"
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}
