import type { ReactNode } from "react";
import { TopBar } from "~/ui/TopBar.tsx";

interface AuthLayoutProps {
  /** The page's path, to return to after a change of the UI language. */
  path: string;
  heading: ReactNode;
  children: ReactNode;
}

/** Classes of a link in or below a form. */
export const LINK = "font-strong text-accent underline underline-offset-3";

/** One narrow column for the sign-in and sign-out screens. */
export function AuthLayout({ path, heading, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <TopBar path={path} account={false} className="max-w-hero" />
      <main className="mx-auto grid w-full max-w-105 content-start gap-6 px-4 pt-8 pb-16 m:content-center m:pt-0 m:pb-24 *:min-w-0">
        <h1 className="text-28 leading-tight font-head tracking-head text-balance">{heading}</h1>
        {children}
      </main>
    </div>
  );
}
