import { useMemo } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { qrPath } from "./qrPath.ts";

/** Dark on light in both themes, because many cameras read no inverted code. */
export function QrCode({ text }: { text: string }) {
  const t = useMessages();
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      role="img"
      aria-label={t("people.share.qr")}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-32 flex-none @max-s/call:w-24 rounded-m bg-[white]"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
