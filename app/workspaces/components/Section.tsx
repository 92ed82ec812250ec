import { type ReactNode, useId } from "react";

interface SectionProps {
  title: ReactNode;
  text?: ReactNode;
  children: ReactNode;
}

/** A further section of a settings page. */
export function Section({ title, text, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-10 grid gap-4 border-t border-line pt-8">
      <div>
        <h2 id={heading} className="text-22 leading-snug font-head wrap-anywhere">
          {title}
        </h2>
        {text && <p className="mt-1 text-pretty text-ink-soft">{text}</p>}
      </div>
      {children}
    </section>
  );
}
