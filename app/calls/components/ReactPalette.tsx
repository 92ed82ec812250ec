import { useEffect, useRef } from "react";
import { type Emoji, REACTIONS } from "#contracts/lines.ts";
import { useMessages } from "~/i18n/index.tsx";

interface ReactPaletteProps {
  onReact(emoji: Emoji): void;
  onClose(): void;
}

/** All reactions in one row above the bar. It goes with a choice, with Escape, and with a press beside it. */
export function ReactPalette({ onReact, onClose }: ReactPaletteProps) {
  const t = useMessages();
  const place = useRef<HTMLFieldSetElement>(null);
  const from = useRef<Element | null>(null);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const palette = place.current;
    const opener = document.activeElement;
    from.current = opener;
    palette?.querySelector("button")?.focus();
    const pressed = (event: Event) => {
      const inside =
        event.target instanceof Node && (palette?.contains(event.target) || opener?.contains(event.target));
      if (!inside) latest.current();
    };
    document.addEventListener("pointerdown", pressed);
    return () => {
      document.removeEventListener("pointerdown", pressed);
      const lost = document.activeElement === document.body || palette?.contains(document.activeElement);
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <fieldset
      ref={place}
      aria-label={t("call.reactions")}
      className="react-palette animate-rise"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        // What opened it closes it by its own press.
        if (relatedTarget !== null && relatedTarget !== from.current && !currentTarget.contains(relatedTarget))
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
