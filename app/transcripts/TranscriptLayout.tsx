import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AppShell } from "~/shell/AppShell.tsx";
import { TopBar } from "~/ui/TopBar.tsx";

/** The app shell of an account. A guest has no other pages and gets the top bar only. */
export function TranscriptLayout(props: {
  person: { readonly name: string | null; readonly email: string | null } | null;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  if (props.person !== null) return <AppShell person={props.person}>{props.children}</AppShell>;
  return (
    <>
      <TopBar path={pathname} className="max-w-[1120px]" />
      <main className="mx-auto w-full max-w-[1120px] px-4 pt-4 pb-10 min-[48rem]:px-8 print:max-w-none print:p-0">
        {props.children}
      </main>
    </>
  );
}
