import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { PublicEnv } from "~/lib/loadContext.ts";
import type { ArchiveTexts } from "../core/archive.ts";
import type { ExportRun, ExportState } from "../core/exportRun.ts";
import { exportCode } from "../lazy.ts";

const IDLE: ExportState = { kind: "idle" };
const NO_STORE = { subscribe: () => () => {}, getSnapshot: () => IDLE };

interface Export {
  readonly state: ExportState;
  start(): Promise<void>;
  resume(): void;
  cancel(): void;
}

/** Returns the export of this page. It ends when the page is left. `onFailed`: its code did not load. */
export function useExport(
  env: Pick<PublicEnv, "supabaseUrl" | "publishableKey">,
  texts: ArchiveTexts,
  onFailed: () => void,
): Export {
  const [run, setRun] = useState<ExportRun | null>(null);
  const latest = useRef<ExportRun | null>(null);
  const { subscribe, getSnapshot } = run ?? NO_STORE;
  const state = useSyncExternalStore(subscribe, getSnapshot, () => IDLE);
  useEffect(() => () => latest.current?.cancel(), []);
  return {
    state,
    async start() {
      const createExport = await exportCode.load().catch(() => null);
      if (createExport === null) return onFailed();
      const next = createExport(env, texts);
      latest.current = next;
      setRun(next);
      next.start();
    },
    resume: () => run?.resume(),
    cancel: () => run?.cancel(),
  };
}
