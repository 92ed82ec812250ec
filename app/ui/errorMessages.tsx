/** Errors as text and icon. */

import CircleAlert from "lucide-react/icons/circle-alert";
import CloudOff from "lucide-react/icons/cloud-off";
import Hourglass from "lucide-react/icons/hourglass";
import Lock from "lucide-react/icons/lock";
import SearchX from "lucide-react/icons/search-x";
import VideoOff from "lucide-react/icons/video-off";
import WifiOff from "lucide-react/icons/wifi-off";
import type { ComponentType } from "react";
import { ERROR_CATEGORIES, type ErrorCategory, type ErrorCode } from "#contracts/errors.ts";
import type { TFunction } from "~/i18n/createTFunction.tsx";

const ICONS: Record<ErrorCategory, ComponentType<{ className?: string }>> = {
  input: CircleAlert,
  permission: Lock,
  "not-found": SearchX,
  conflict: CircleAlert,
  limit: Hourglass,
  unavailable: CloudOff,
  device: VideoOff,
  network: WifiOff,
  bug: CircleAlert,
};

export function ErrorIcon({ code, className }: { code: ErrorCode; className?: string }) {
  const Icon = ICONS[ERROR_CATEGORIES[code]];
  return <Icon {...(className && { className })} />;
}

/** Returns what happened and what to do. If the page has no message for the code, the generic one. */
export function errorMessages(t: TFunction, code: ErrorCode): { happened: string; todo: string } {
  const displayedCode = t.has(`error.${code}`) ? code : "bug/unexpected";
  return { happened: t(`error.${displayedCode}`), todo: t(`error.${displayedCode}.do`) };
}

/** Both sentences in one text, for a field or a line. */
export function errorText(t: TFunction, code: ErrorCode): string {
  const { happened, todo } = errorMessages(t, code);
  return `${happened} ${todo}`;
}
