import { type ReactNode, useId } from "react";

export function RecapSection({
  title,
  beside,
  children,
}: {
  title: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="break-inside-avoid">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-18 leading-snug font-head">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
