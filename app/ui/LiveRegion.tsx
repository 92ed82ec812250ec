import { useEffect, useState } from "react";

/** Says `message` to screen readers when it changes, after what they are saying. Must be on the page before it speaks. */
export function LiveRegion({ message }: { message: string }) {
  const [said, setSaid] = useState("");
  // A region that is inserted with its text is not announced: the text comes one render later.
  useEffect(() => setSaid(message), [message]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {said}
    </div>
  );
}
