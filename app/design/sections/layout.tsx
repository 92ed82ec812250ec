import type { ReactNode } from "react";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";

/** Classes of a hovered or focused control, to show these states. */
export const FOCUS_CLASSES = "outline-2 outline-offset-2 outline-(--focus)";

type DesignSectionName =
  Extract<MessageKey, `design.section.${string}`> extends `design.section.${infer Name}` ? Name : never;
export type ExampleStateName =
  Extract<MessageKey, `design.state.${string}`> extends `design.state.${infer Name}` ? Name : never;

export function DesignSection({ name, children }: { name: DesignSectionName; children: ReactNode }) {
  const t = useMessages();
  return (
    <section
      aria-labelledby={`d-${name}`}
      className="grid gap-x-8 gap-y-4 border-t border-line py-6 m:grid-cols-[190px_minmax(0,1fr)] m:py-8"
    >
      <h2 id={`d-${name}`} className="leading-snug font-head">
        {t(`design.section.${name}`)}
      </h2>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">{children}</div>
    </section>
  );
}

export function ExampleRow({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("flex flex-wrap items-start gap-4", className)}>{children}</div>;
}

export function ExampleColumns({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(240px,100%),1fr))] items-start gap-5">{children}</div>
  );
}

/** An example with the name of its state below. */
export function Example({ state, children }: { state: ExampleStateName; children: ReactNode }) {
  const t = useMessages();
  return (
    <div className="grid justify-items-start gap-1.5">
      {children}
      <span className="text-13 text-ink-soft">{t(`design.state.${state}`)}</span>
    </div>
  );
}
