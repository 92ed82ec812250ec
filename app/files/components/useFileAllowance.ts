import { useState } from "react";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import type { FileTrayOptions } from "../fileRequest.ts";

/** Returns the bytes that the user can still share today, or null while they are unknown. */
export function useFileAllowance({ rpc, place }: Pick<FileTrayOptions, "rpc" | "place">): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useAsyncEffect(
    async (signal) => {
      const where = place();
      if (where === null) return;
      const allowance = await rpc("file_allowance", where, { signal });
      if (allowance.ok && !signal.aborted) setBytes(allowance.value.bytes);
    },
    [rpc, place],
  );
  return bytes;
}
