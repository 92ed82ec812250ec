import { ErrorCard } from "~/ui/ErrorCard.tsx";
import { TopBar } from "~/ui/TopBar.tsx";
import { toErrorCode } from "./routeErrors.ts";

/** The screen of an error boundary: explains the error and offers a next step. `happened` replaces its first sentence. */
export function RouteError({ error, happened }: { error: unknown; happened?: string | undefined }) {
  return (
    <>
      <TopBar path="/" className="max-w-page" />
      <main className="mx-auto grid w-full max-w-[480px] gap-6 px-4 py-16">
        <ErrorCard code={toErrorCode(error)} happened={happened} />
      </main>
    </>
  );
}
