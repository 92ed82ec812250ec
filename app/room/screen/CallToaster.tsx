import { useEffect, useRef } from "react";
import { showToast, Toaster, type ToastOptions } from "~/ui/Toast.tsx";

/** Shows each toast once. The list only grows. */
export function CallToaster({ toasts }: { toasts: readonly ToastOptions[] }) {
  const shownCount = useRef(0);
  useEffect(() => {
    for (const options of toasts.slice(shownCount.current)) showToast(options, "top");
    shownCount.current = toasts.length;
  }, [toasts]);
  return <Toaster place="top" theme="dark" />;
}
