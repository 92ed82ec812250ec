import { useRouteLoaderData } from "@remix-run/react";

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
