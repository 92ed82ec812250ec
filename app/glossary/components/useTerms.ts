import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type ErrorCode, fail } from "#contracts/errors.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import type { GlossaryView, TermView } from "../core/glossaryView.ts";
import { createTermList, type ReadTerms } from "../core/termList.ts";
import type { GlossaryActionData } from "./useGlossaryPanels.tsx";

export interface LoadedTerms {
  readonly terms: readonly TermView[];
  /** No term is missing. */
  readonly complete: boolean;
  readonly loading: boolean;
  /** Why the other terms could not be loaded. */
  readonly error: ErrorCode | null;
  retry(): void;
}

/** Returns the terms of the page's data at once. The browser loads all terms of a long glossary. */
export function useTerms(view: GlossaryView, actionData: GlossaryActionData, env: PublicEnv): LoadedTerms {
  const [list] = useState(() => createTermList(readTermsLazily(env, view.workspace ?? "")));
  const { terms, loading, error } = useSyncExternalStore(list.subscribe, list.getSnapshot, list.getSnapshot);
  const isWhole = view.terms.length === view.total;
  useEffect(() => {
    if (actionData !== undefined && "kind" in actionData) list.apply(actionData);
  }, [list, actionData]);
  useEffect(() => (isWhole ? list.clear() : list.follow(view)), [list, view, isWhole]);
  useEffect(() => list.clear, [list]);
  const loaded = useMemo(
    () =>
      isWhole
        ? { terms: view.terms, complete: true, loading: false, error: null, retry: list.retry }
        : { terms: terms ?? view.terms, complete: terms !== null, loading, error, retry: list.retry },
    [list, view, isWhole, terms, loading, error],
  );
  // A full glossary takes a moment to render, in which the page stays responsive.
  return useDeferredValue(loaded);
}

const readTermsLazily =
  (env: PublicEnv, workspace: string): ReadTerms =>
  async (signal) => {
    const loaded = await import("../readTerms.client.ts").catch(() => null);
    if (loaded === null) return fail("network/offline", "a part of the page did not load");
    return loaded.createReadTerms(env, workspace)(signal);
  };
