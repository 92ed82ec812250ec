import { type KeyboardEvent, useEffect, useRef } from "react";
import { type Emoji, REACTIONS } from "#contracts/lines.ts";
import { useMessages } from "~/i18n/index.tsx";

interface MarkPickerProps {
  given: readonly Emoji[];
  onPick(emoji: Emoji, given: boolean): void;
  /** Closed without a press, or after it. */
  onClose(): void;
}

/** All marks in a row; arrows move, Escape closes. It takes the keyboard when it opens. */
export function MarkPicker({ given, onPick, onClose }: MarkPickerProps) {
  const t = useMessages();
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => row.current?.querySelector("button")?.focus(), []);
  const keyed = (event: KeyboardEvent) => {
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
    const at = buttons.findIndex((button) => button.contains(document.activeElement));
    buttons.at((at + step) % buttons.length)?.focus();
  };
  return (
    <fieldset
      ref={row}
      aria-label={t("chat.mark.choose")}
      onKeyDown={keyed}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onClose()}
      className="col-span-2 mt-1.5 flex w-fit max-w-full animate-rise flex-wrap rounded-l border border-line bg-raised p-0.5 shadow-2"
    >
      {REACTIONS.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={given.includes(emoji)}
          onClick={() => {
            onPick(emoji, !given.includes(emoji));
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
