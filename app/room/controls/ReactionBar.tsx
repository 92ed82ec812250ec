import { useEffect, useRef } from "react";
import { type Emoji, REACTIONS } from "#contracts/lines.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";

interface ReactionBarProps {
  onReact(emoji: Emoji): void;
  onClose(): void;
}

/** All reactions in a row above the bar. Closes after a selection, on Escape, and on a click outside. */
export function ReactionBar({ onReact, onClose }: ReactionBarProps) {
  const t = useMessages();
  const barRef = useRef<HTMLFieldSetElement>(null);
  const openerRef = useRef<Element | null>(null);
  const close = useEventCallback(onClose);
  useEffect(() => {
    const bar = barRef.current;
    const opener = document.activeElement;
    openerRef.current = opener;
    bar?.querySelector("button")?.focus();
    const onPointerDown = (event: Event) => {
      const inside = event.target instanceof Node && (bar?.contains(event.target) || opener?.contains(event.target));
      if (!inside) close();
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      const focusLost = document.activeElement === document.body || bar?.contains(document.activeElement);
      if (focusLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [close]);
  return (
    <fieldset
      ref={barRef}
      aria-label={t("call.reactions")}
      className="react-palette animate-rise"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        // The opener's own click handler closes the bar.
        if (relatedTarget !== null && relatedTarget !== openerRef.current && !currentTarget.contains(relatedTarget))
          onClose();
      }}
    >
      {REACTIONS.map((emoji) => (
        <button
          key={emoji}
          type="button"
          onClick={() => {
            onReact(emoji);
            onClose();
          }}
          className="grid size-11 place-items-center rounded-m text-22 leading-none hover:bg-hover"
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}
