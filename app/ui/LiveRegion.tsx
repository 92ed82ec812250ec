import { type ReactNode, useEffect, useState } from "react";

/**
 * Says `message` to screen readers when it changes, after what they are saying. Must be on the page before it speaks. Words
 * of another language than the page's come as elements that say so.
 */
export function LiveRegion({ message }: { message: ReactNode }) {
  const [said, setSaid] = useState<ReactNode>("");
  // A region that is inserted with its text is not announced: the text comes one render later.
  useEffect(() => setSaid(message), [message]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {said}
    </div>
  );
}
