import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";
import type { CaptionSession } from "~/captions/captionSession.ts";
import { type CallUi, createCallUi } from "../core/callUi.ts";

const CallUiContext = createContext<CallUi | null>(null);

export function CallUiProvider({ children }: { children: ReactNode }) {
  const [ui] = useState(createCallUi);
  return <CallUiContext.Provider value={ui}>{children}</CallUiContext.Provider>;
}

export function useCallUi(): CallUi {
  const ui = useContext(CallUiContext);
  if (ui === null) throw new Error("CallUiProvider is missing.");
  return ui;
}

export function useLoadedCaptions(): CaptionSession | null {
  const { captionSession } = useCallUi();
  return useSyncExternalStore(captionSession.subscribe, captionSession.getSnapshot);
}
