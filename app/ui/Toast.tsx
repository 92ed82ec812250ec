import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { Banner } from "./Banner.tsx";

const STAYS = 5_000;

interface Toast {
  readonly id: number;
  readonly content: ReactNode;
  readonly icon?: ReactNode;
}

/** Shows a word of confirmation for a while. What needs an answer is a banner or a dialog instead. */
export type ShowToast = (content: ReactNode, icon?: ReactNode) => void;

const ToastContext = createContext<ShowToast>(() => {});
export const useToast = (): ShowToast => useContext(ToastContext);

/** Holds the toasts of everything inside it, in the theme and at the place (`className`) of where this stands. */
export function ToastProvider({ children, className }: { children: ReactNode; className?: string }) {
  const [toast, setToast] = useState<Toast | null>(null);
  const last = useRef(0);
  const show = useCallback<ShowToast>((content, icon) => {
    last.current += 1;
    setToast({ id: last.current, content, icon });
  }, []);
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(() => setToast((shown) => (shown === toast ? null : shown)), STAYS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div
        aria-live="polite"
        className={className ?? "pointer-events-none fixed inset-x-3 bottom-6 z-10 grid justify-center"}
      >
        {toast && (
          <Banner key={toast.id} icon={toast.icon} tone="success" className="pointer-events-auto">
            {toast.content}
          </Banner>
        )}
      </div>
    </ToastContext.Provider>
  );
}
