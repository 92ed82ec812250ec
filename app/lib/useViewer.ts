import { useRouteLoaderData } from "@remix-run/react";

/** The user for whom the server rendered this page. */
export interface PageViewer {
  readonly id: string;
  /** Whether the user is a guest, who has no email. */
  readonly anonymous: boolean;
  /** `aal2` after the second step of a sign-in. */
  readonly level: "aal1" | "aal2";
  /** The user's own colour: see contracts/colours.ts. */
  readonly colour: number;
}

/** Returns the user from the root's loader. Returns null for visitors, and if the root's loader failed. */
export function useViewer(): PageViewer | null {
  return useRouteLoaderData<{ viewer: PageViewer | null }>("root")?.viewer ?? null;
}
