/** State of the call screen that its parts share. It ends when the call is left. */
import type { CaptionSession } from "../../captions/captionSession.ts";
import { createStore, type WritableStore } from "../../lib/store.ts";
import type { ToastOptions } from "../../ui/Toast.tsx";

export type DialogName =
  | "share"
  | "captions"
  | "captionHistory"
  | "mode"
  | "devices"
  | "languages"
  | "meeting"
  | "shortcuts"
  | "end";

export interface CallUi {
  /** The open dialog. Null: none. */
  readonly dialog: WritableStore<DialogName | null>;
  /** Every toast of this call. The list only grows. */
  readonly toasts: WritableStore<readonly ToastOptions[]>;
  /** Whether the browser requires a click before it plays audio. */
  readonly autoplayBlocked: WritableStore<boolean>;
  /** Null until captions have loaded. */
  readonly captionSession: WritableStore<CaptionSession | null>;
  /** Opens a dialog, or closes it if it is open. */
  toggleDialog(name: DialogName): void;
  showToast(options: ToastOptions): void;
}

export function createCallUi(): CallUi {
  const toasts = createStore<readonly ToastOptions[]>([]);
  const dialog = createStore<DialogName | null>(null);
  return {
    dialog,
    toggleDialog: (name) => dialog.set(dialog.getSnapshot() === name ? null : name),
    toasts,
    autoplayBlocked: createStore(false),
    captionSession: createStore<CaptionSession | null>(null),
    showToast: (options) => toasts.set([...toasts.getSnapshot(), options]),
  };
}
