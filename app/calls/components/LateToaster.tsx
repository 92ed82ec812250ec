import { useEffect, useRef } from "react";
import { showToast, Toaster, type ToastOptions } from "~/ui/Toast.tsx";

/** The call's toasts, loaded with the first of them. `said` only grows; each is shown once. */
export function LateToaster({ said }: { said: readonly ToastOptions[] }) {
  const shown = useRef(0);
  useEffect(() => {
    for (const one of said.slice(shown.current)) showToast(one, "top");
    shown.current = said.length;
  }, [said]);
  return <Toaster place="top" theme="dark" />;
}
