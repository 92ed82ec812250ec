import { lazyModule } from "~/ui/lazy.tsx";

/**
 * Not `Suspense`: React hydrates a server-rendered boundary late, and a click or a navigation in between makes React
 * re-render it on the client and report error 421.
 */
export const { LazyBoundary: LazyAccountMenu } = lazyModule([], () => import("./components/AccountMenu.tsx"));
export const { LazyBoundary: LazyShellToaster } = lazyModule([], () => import("~/ui/Toast.tsx"));

/** Shows a toast in the shell as soon as the toaster is loaded. */
export function showShellToast(text: string): void {
  void import("~/ui/Toast.tsx").then(({ showToast }) => showToast({ text }));
}
