import { useEffect, useRef } from "react";
import { showToast, Toaster, type ToastOptions } from "~/ui/Toast.tsx";

/** The call's toasts, loaded with the first of them. `said` only grows; each is shown once. */
export function CallToaster({ said }: { said: readonly ToastOptions[] }) {
  const shownCount = useRef(0);
  useEffect(() => {
    for (const options of said.slice(shownCount.current)) showToast(options, "top");
    shownCount.current = said.length;
  }, [said]);
  return <Toaster place="top" theme="dark" />;
}
