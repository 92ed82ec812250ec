import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { PageViewer } from "~/platform/viewer.ts";
import type { PageSession } from "../core/session.ts";

/** Here one waits for a sign-in that may happen in another tab, by the mail's link. */
const WAITING = "/sign-in/code";
/** Forms below it change the profile. */
const PROFILE = "/settings/";

/**
 * Keeps the page in step with its session: loads the session only for somebody who has one or waits for one, and does at
 * each of its events what `core/reactions.ts` says.
 */
export function SessionWatch({ viewer }: { viewer: PageViewer | null }) {
  const [session, setSession] = useState<PageSession | null>(null);
  const location = useLocation();
  const navigation = useNavigation();
  const wanted = viewer !== null || location.pathname === WAITING;
  const saved = navigation.state === "loading" && (navigation.formAction?.startsWith(PROFILE) ?? false);
  const id = viewer?.id ?? null;
  const anonymous = viewer?.anonymous ?? false;
  const page = { id, location, navigate: useNavigate(), revalidate: useRevalidator().revalidate };
  const now = useRef(page);
  now.current = page;

  useEffect(() => {
    // What cannot be loaded now comes with the next page; the server knows who is here all the same.
    if (wanted)
      import("../index.ts").then(
        ({ pageSession }) => setSession(pageSession()),
        () => {},
      );
  }, [wanted]);

  useEffect(
    () =>
      session?.watch((reaction, userId) => {
        const { id, location, navigate, revalidate } = now.current;
        switch (reaction) {
          case "none":
            return;
          case "reload":
            return revalidate();
          case "arrive":
            // The page is theirs already: it was here that they signed in or out.
            if (userId !== id) navigate(location, { replace: true });
            return;
          default:
            reaction satisfies never;
        }
      }),
    [session],
  );

  useEffect(() => {
    if (saved) session?.profileChanged();
  }, [session, saved]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: who the server shows the page to is what makes it look.
  useEffect(() => void session?.look(), [session, id, anonymous]);
  return null;
}
