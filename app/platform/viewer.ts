import { type ShouldRevalidateFunction, useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";

/** Whom the server showed this page to. */
export interface PageViewer {
  readonly id: string;
  /** A guest: a user without a mail address. */
  readonly anonymous: boolean;
}

/** As the root's loader says. `null`: a visitor, and everyone where the root itself failed. */
export function useViewer(): PageViewer | null {
  return useRouteLoaderData<{ viewer: PageViewer | null }>("root")?.viewer ?? null;
}

/** Whom this page shows, in a browser. */
let shown: string | null = null;

/** For the root alone. */
export function useShownViewer(viewer: PageViewer | null): void {
  useEffect(() => {
    shown = viewer?.id ?? null;
  }, [viewer]);
}

/** For the root alone: asks who is here, but after an action whose `answerTo` is the user id of the very one who is shown. */
export const asksForViewer: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && (shown === null || actionResult?.answerTo !== shown);
