import { ErrorCard } from "~/ui/ErrorCard.tsx";
import { TopBar } from "~/ui/TopBar.tsx";
import { toErrorCode } from "./routeErrors.ts";

/** The screen of an error boundary: explains the error and offers a next step. */
export function RouteError({ error }: { error: unknown }) {
  return (
    <>
      <TopBar path="/" className="max-w-page" />
      <main className="mx-auto grid w-full max-w-[480px] gap-6 px-4 py-16">
        <ErrorCard code={toErrorCode(error)} />
      </main>
    </>
  );
}
