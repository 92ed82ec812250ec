/** A toast of the shell. The pages are there before it can be shown; it is said as soon as it can. */
export function showShellToast(text: string): void {
  void import("~/ui/Toast.tsx").then(({ showToast }) => showToast({ text }));
}
