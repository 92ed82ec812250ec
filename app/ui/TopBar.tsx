import { Link } from "@remix-run/react";
import { cx } from "./cx.ts";
import { LocaleMenu } from "./LocaleMenu.tsx";
import { Logo } from "./Logo.tsx";

/** The head of a page outside the call. `path`: the page's own, to come back to after a choice of language. */
export function TopBar({ path, className }: { path: string; className?: string }) {
  return (
    <header className={cx("mx-auto flex min-h-14 w-full items-center gap-2 ps-4 pe-1 m:min-h-16 m:px-8", className)}>
      <Link to="/" className="flex rounded-s text-ink no-underline">
        <Logo />
      </Link>
      <div className="ms-auto">
        <LocaleMenu path={path} />
      </div>
    </header>
  );
}
