import { createContext, useContext } from "react";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import type { PublicEnv } from "./loadContext.ts";

/** Settings of the open meeting that change rarely or never. */
export interface MeetingConfig {
  readonly env: PublicEnv;
  /** The pairs that the engines translate. None in a meeting that stores no lines. */
  readonly pairs: LanguagePairs;
  /** Whether the meeting stores lines and files. False: they are removed within minutes. */
  readonly storesLines: boolean;
}

export const MeetingConfigContext = createContext<MeetingConfig | null>(null);

/** Throws outside of a meeting. */
export function useMeetingConfig(): MeetingConfig {
  const config = useContext(MeetingConfigContext);
  if (config === null) throw new Error("MeetingConfigContext is missing.");
  return config;
}
