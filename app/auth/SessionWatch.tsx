import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { PageViewer } from "~/lib/useViewer.ts";
import { pageSession } from "./pageSession.ts";

/** Applies the effects of session events to the page (`core/sessionEffects.ts`). Browsers only. */
export function SessionWatch({ viewer }: { viewer: PageViewer | null }) {
  const session = pageSession();
  const id = viewer?.id ?? null;
  const anonymous = viewer?.anonymous ?? false;
  const page = { id, location: useLocation(), navigate: useNavigate(), revalidate: useRevalidator().revalidate };
  const pageRef = useRef(page);
  pageRef.current = page;

  useEffect(
    () =>
      session.watch((effect, userId) => {
        const { id, location, navigate, revalidate } = pageRef.current;
        switch (effect) {
          case "none":
            return;
          case "reload":
            return revalidate();
          case "redirect":
            // The page already shows this user: the sign-in or sign-out happened here.
            if (userId !== id) navigate(location, { replace: true });
            return;
          default:
            effect satisfies never;
        }
      }),
    [session],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again when the server shows another user
  useEffect(() => void session.check(), [session, id, anonymous]);
  return null;
}
