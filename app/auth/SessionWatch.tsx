import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { PageViewer } from "~/lib/useViewer.ts";
import { pageSession } from "./pageSession.ts";

/** Applies the effects of session events to the page (`core/sessionEffects.ts`). Browsers only. */
export function SessionWatch({ viewer }: { viewer: PageViewer | null }) {
  const session = pageSession();
  const id = viewer?.id ?? null;
  const anonymous = viewer?.anonymous ?? false;
  const level = viewer?.level;
  const isIdle = useNavigation().state === "idle";
  const location = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  /** The user of the newest event, until the page has reacted to it. */
  const [nextUserId, setNextUserId] = useState<string | null>();

  useEffect(
    () =>
      session.watch((effect, userId) => {
        switch (effect) {
          case "none":
            return;
          case "reload":
            return revalidate();
          case "redirect":
            return setNextUserId(userId);
          default:
            effect satisfies never;
        }
      }),
    [session, revalidate],
  );

  useEffect(() => {
    // The pending navigation may be the sign-in or sign-out itself: another navigation would cancel it.
    if (!isIdle || nextUserId === undefined) return;
    setNextUserId(undefined);
    // Otherwise the page already shows this user.
    if (nextUserId !== id) navigate(location, { replace: true });
  }, [isIdle, nextUserId, id, location, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again when the server shows another user or level
  useEffect(() => void session.check(), [session, id, anonymous, level]);
  return null;
}
