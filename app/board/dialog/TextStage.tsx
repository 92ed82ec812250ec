import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { SignFile } from "~/lib/signFile.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { readTextStart, type TextStart } from "./readTextStart.ts";

interface TextStageProps {
  id: string;
  signFile: SignFile;
  onBroken(): void;
}

/** The beginning of a text file, as plain text. */
export function TextStage({ id, signFile, onBroken }: TextStageProps) {
  const t = useMessages();
  const [content, setContent] = useState<TextStart | null>(null);
  useAsyncEffect(
    async (signal) => {
      const address = await signFile(id, false);
      const read = address.ok ? await readTextStart(address.value, signal) : null;
      if (signal.aborted) return;
      if (read === null) onBroken();
      else setContent(read);
    },
    [id, signFile, onBroken],
  );
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text
      tabIndex={0}
      aria-label={t("fileDialog.text")}
      className="size-full touch-pan-y overflow-auto p-4 min-[48rem]:p-8"
    >
      {content === null ? (
        // A swipe that began on a skeleton would never end once the text replaces it.
        <div className="pointer-events-none mx-auto grid max-w-prose gap-3">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-5" />
          ))}
        </div>
      ) : (
        <div className="mx-auto max-w-[88ch] rounded-m border border-line bg-raised p-4 min-[48rem]:p-6">
          <pre dir="auto" className="font-mono text-14 leading-relaxed whitespace-pre-wrap wrap-anywhere">
            {content.text}
          </pre>
          {content.isCut && (
            <p className="mt-4 border-t border-line pt-3 text-14 text-ink-soft">{t("fileDialog.cut")}</p>
          )}
        </div>
      )}
    </section>
  );
}
