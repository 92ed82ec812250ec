import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { PageViewer } from "~/lib/useViewer.ts";
import { pageSession } from "./pageSession.ts";

/** Forms below it change the profile. */
const PROFILE_PATH_PREFIX = "/settings/";

/** Keeps the page in step with its session: does at each of its events what `core/reactions.ts` says. Browsers only. */
export function SessionWatch({ viewer }: { viewer: PageViewer | null }) {
  const session = pageSession();
  const navigation = useNavigation();
  const profileSaved =
    navigation.state === "loading" && (navigation.formAction?.startsWith(PROFILE_PATH_PREFIX) ?? false);
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
          case "arrive":
            // The page is theirs already: it was here that they signed in or out.
            if (userId !== id) navigate(location, { replace: true });
            return;
          default:
            effect satisfies never;
        }
      }),
    [session],
  );

  useEffect(() => {
    if (profileSaved) session.profileChanged();
  }, [session, profileSaved]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: who the server shows the page to is what makes it look.
  useEffect(() => void session.check(), [session, id, anonymous]);
  return null;
}
