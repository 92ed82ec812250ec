import type { ReactNode } from "react";

interface WarningBannerProps {
  text: ReactNode;
  /** A link or a button that ends what the banner warns about. */
  children: ReactNode;
}

/** A warning above an account page, with one action. */
export function WarningBanner({ text, children }: WarningBannerProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-danger-soft px-4 py-3 print:hidden">
      <p className="min-w-0 flex-1 basis-60 font-strong text-pretty wrap-anywhere">{text}</p>
      {children}
    </div>
  );
}
