import { useCallback, useRef } from "react";
import type { Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { errorWords } from "~/ui/errors.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import type { Lead } from "../core/lead.ts";

interface HandOptions {
  /** `null` until one is in. */
  me: Participant | null;
  lead: Lead;
  toast(options: ToastOptions): void;
}

/** One's own hand. It is up when the meeting says so, and not before: its place in line is given there. */
export function useHand({ me, lead, toast }: HandOptions): { up: boolean; toggle(): void } {
  const t = useMessages();
  const asked = useRef(false);
  const up = me !== null && me.hand !== null;
  const entered = me !== null;
  const toggle = useCallback(async () => {
    if (asked.current || !entered) return;
    asked.current = true;
    const answer = await (up ? lead.lowerHand() : lead.raiseHand());
    asked.current = false;
    if (answer.ok) return;
    const { happened, todo } = errorWords(t, answer.error.code);
    toast({ tone: "warning", text: happened, detail: todo });
  }, [entered, up, lead, toast, t]);
  return { up, toggle: () => void toggle() };
}
