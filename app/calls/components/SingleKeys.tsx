import { lazy, Suspense } from "react";
import { Skeleton } from "~/ui/Skeleton.tsx";

const SingleKeysSwitch = lazy(() => import("./SingleKeysSwitch.tsx"));

/** The switch for single keys on a page of its own; who only passes the door of this feature does not load it. */
export function SingleKeys() {
  return (
    <Suspense fallback={<Skeleton className="h-control!" />}>
      <SingleKeysSwitch />
    </Suspense>
  );
}
