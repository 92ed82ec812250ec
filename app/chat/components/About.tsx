import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { IconButton } from "~/ui/IconButton.tsx";
import { personColour } from "~/ui/person.ts";

interface AboutProps {
  title: ReactNode;
  /** Whose line it is about, for its colour. */
  number: number | undefined;
  cancel: string;
  onCancel(): void;
  children: ReactNode;
}

/** What is being answered or changed, above the field. */
export function About({ title, number, cancel, onCancel, children }: AboutProps) {
  return (
    <div
      data-person={number === undefined ? undefined : personColour(number)}
      className="mb-2 flex animate-rise items-center gap-2 ps-1.5"
    >
      <div className="grid min-w-0 flex-1 border-s-2 border-person ps-2.5 text-13 leading-snug">
        <p className="truncate font-strong">{title}</p>
        <p className="grid text-ink-soft">{children}</p>
      </div>
      <IconButton
        size="s"
        label={cancel}
        icon={<X />}
        onClick={onCancel}
        className="pointer-coarse:min-h-control! pointer-coarse:w-control"
      />
    </div>
  );
}
