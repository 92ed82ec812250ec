import { type ReactNode, useEffect, useState } from "react";

/**
 * Announces `message` to screen readers when it changes, after their current speech. It must be mounted before the
 * first announcement. Text in another language than the page's is passed as an element with `lang`.
 */
export function LiveRegion({ message }: { message: ReactNode }) {
  const [announced, setAnnounced] = useState<ReactNode>("");
  // A region inserted with its text is not announced, so the text comes one render later.
  useEffect(() => setAnnounced(message), [message]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announced}
    </div>
  );
}
