import { useCallback, useEffect, useState } from "react";
import type { MessageKey } from "~/i18n/generated/messages.ts";

const CHAT_NOTICE_DURATION_MS = 4_000;

export type ChatNoticeKey = Extract<
  MessageKey,
  "chat.copied" | "chat.notCopied" | "chat.notHere" | "error.network/offline" | "error.network/timeout"
>;

/** Returns the confirmation of the last action, null after its time, and its setter. */
export function useChatNotice(): readonly [ChatNoticeKey | null, (key: ChatNoticeKey) => void] {
  const [notice, setNotice] = useState<{ key: ChatNoticeKey } | null>(null);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), CHAT_NOTICE_DURATION_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice?.key ?? null, useCallback((key: ChatNoticeKey) => setNotice({ key }), [])];
}
