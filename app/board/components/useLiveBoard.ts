import { useEffect, useMemo, useState } from "react";
import { systemClock } from "~/lib/clock.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import type { DialogContext } from "../boardView.ts";
import { type Batch, createBatch } from "../core/boardEvents.ts";
import type { LiveBoard } from "../liveBoard.client.ts";

/** Returns null until its code has loaded. If that fails, the page is not live. */
export function useLiveBoard({ env, reads }: Pick<DialogContext, "env" | "reads">): LiveBoard | null {
  const [live, setLive] = useState<LiveBoard | null>(null);
  const { supabaseUrl, publishableKey } = env;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load of the page's data has another `env`
  useAsyncEffect(
    async (signal) => {
      const loaded = await import("../liveBoard.client.ts").catch(() => null);
      if (loaded === null || signal.aborted) return;
      const created = loaded.createLiveBoard({ env, reads });
      signal.addEventListener("abort", () => created.close());
      setLive(created);
    },
    [supabaseUrl, publishableKey, reads],
  );
  return live;
}

/**
 * Calls `onChange` with the ids of files that changed, with their comments. Null among them: events
 * may be missing. `shared`: the file that this page shared last, which needs no connection. Returns the batch of changes, which
 * takes ids that could not be read, and the number of reads.
 */
export function useBoardChanges(
  live: LiveBoard | null,
  meetingIds: readonly string[],
  shared: string | null,
  onChange: (fileIds: ReadonlySet<string | null>) => void,
): Batch<string | null> {
  const flush = useEventCallback(onChange);
  const batch = useMemo(() => createBatch<string | null>(systemClock, flush), [flush]);
  useEffect(() => batch.close, [batch]);
  useEffect(() => {
    if (shared !== null) batch.addOwn(shared);
  }, [batch, shared]);
  const key = meetingIds.join(" ");
  useEffect(() => {
    if (live === null || key === "") return;
    const stops = key
      .split(" ")
      .map((id) => live.listen(id, (event) => batch.add(event === null ? null : (event.about ?? event.line_id))));
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, key, batch]);
  return batch;
}
