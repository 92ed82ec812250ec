import { toErrorCode } from "~/lib/routeErrors.ts";
import { ErrorCard } from "~/ui/ErrorCard.tsx";
import { AppShell } from "./AppShell.tsx";

/** Replaces a screen that could not be shown and keeps the navigation. */
export function ShellError({ error }: { error: unknown }) {
  return (
    <AppShell person={{ name: null, email: null }}>
      <div className="mx-auto max-w-[480px]">
        <ErrorCard code={toErrorCode(error)} />
      </div>
    </AppShell>
  );
}
