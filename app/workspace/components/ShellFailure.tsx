import { codeOf } from "~/platform/failure.ts";
import { ErrorCard } from "~/ui/ErrorCard.tsx";
import { AppShell } from "./AppShell.tsx";

/** In place of a screen of the shell that could not be shown; the ways to the others stay. */
export function ShellFailure({ error }: { error: unknown }) {
  return (
    <AppShell person={{ name: null, email: null }}>
      <div className="mx-auto max-w-[480px]">
        <ErrorCard code={codeOf(error)} />
      </div>
    </AppShell>
  );
}
