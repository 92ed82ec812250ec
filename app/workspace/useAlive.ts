import { startTransition, useEffect, useState } from "react";

/**
 * True once the scripts are there: for what they alone can do, which then is loaded. As a transition: on a slow machine
 * what stands in a `Suspense` below may not be hydrated yet, and would be drawn anew (React's error 421).
 */
export function useAlive(): boolean {
  const [alive, setAlive] = useState(false);
  useEffect(() => startTransition(() => setAlive(true)), []);
  return alive;
}
