import { useCallback, useRef } from "react";
import type { Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorMessages } from "~/ui/errorMessages.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import type { Moderation } from "../../call/moderation.ts";

interface RaisedHandOptions {
  /** `null` until one is in. */
  me: Participant | null;
  moderation: Moderation;
  toast(options: ToastOptions): void;
}

/** One's own hand. It is up when the meeting says so, and not before: its place in line is given there. */
export function useRaisedHand({ me, moderation, toast }: RaisedHandOptions): { raised: boolean; toggle(): void } {
  const t = useMessages();
  const pending = useRef(false);
  const raised = me !== null && me.hand !== null;
  const joined = me !== null;
  const toggle = useCallback(async () => {
    if (pending.current || !joined) return;
    pending.current = true;
    const result = await (raised ? moderation.lowerHand() : moderation.raiseHand());
    pending.current = false;
    if (result.ok) return;
    const { happened, todo } = errorMessages(t, result.error.code);
    toast({ tone: "warning", text: happened, detail: todo });
  }, [joined, raised, moderation, toast, t]);
  return { raised, toggle: () => void toggle() };
}
