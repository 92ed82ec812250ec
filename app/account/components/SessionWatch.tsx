import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { PageViewer } from "~/platform/viewer.ts";
import { pageSession } from "../pageSession.ts";

/** Forms below it change the profile. */
const PROFILE = "/settings/";

/** Keeps the page in step with its session: does at each of its events what `core/reactions.ts` says. Browsers only. */
export function SessionWatch({ viewer }: { viewer: PageViewer | null }) {
  const session = pageSession();
  const navigation = useNavigation();
  const saved = navigation.state === "loading" && (navigation.formAction?.startsWith(PROFILE) ?? false);
  const id = viewer?.id ?? null;
  const anonymous = viewer?.anonymous ?? false;
  const page = { id, location: useLocation(), navigate: useNavigate(), revalidate: useRevalidator().revalidate };
  const now = useRef(page);
  now.current = page;

  useEffect(
    () =>
      session.watch((reaction, userId) => {
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
    if (saved) session.profileChanged();
  }, [session, saved]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: who the server shows the page to is what makes it look.
  useEffect(() => void session.look(), [session, id, anonymous]);
  return null;
}
