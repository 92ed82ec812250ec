import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const REFRESH_MS = 30_000;

/** Loads the page again while a meeting is open and the page is visible, so that answers of others appear. */
export function useFreshDetails(active: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!active) return;
    const refresh = () => document.visibilityState === "visible" && revalidate();
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [active, revalidate]);
}
