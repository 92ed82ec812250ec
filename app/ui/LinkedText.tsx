import { useMemo } from "react";
import { createLazyValue } from "~/lib/lazyValue.ts";
import type { TextPart } from "~/lib/textParts.ts";
import { useLazyValue } from "~/lib/useLazyValue.ts";

export const textSplitter = createLazyValue(async () => (await import("~/lib/textParts.ts")).splitText);

interface LinkedTextProps {
  text: string;
  /** Mentions in the text, such as `@Tom`. */
  mentioned?: readonly string[];
}

/**
 * A person's text, in which addresses are links and mentions stand out. The text shows at once. Its links follow when their
 * code is loaded; they have the width of the text, so that nothing moves.
 */
export const LinkedText = (props: LinkedTextProps) =>
  /@|:\/\/|www\./iu.test(props.text) ? <SplitText {...props} /> : props.text;

function SplitText({ text, mentioned }: LinkedTextProps) {
  const split = useLazyValue(textSplitter, true);
  const key = mentioned?.join("\n");
  const parts = useMemo(() => split?.(text, key?.split("\n")), [split, text, key]);
  if (parts === undefined) return text;
  let end = 0;
  return parts.map((part) => {
    end += part.text.length;
    return <Part key={end} part={part} />;
  });
}

function Part({ part }: { part: TextPart }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "mention":
      return <bdi className="rounded-s bg-accent-soft text-accent">{part.text}</bdi>;
    case "link":
      return (
        <>
          <a
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            dir="ltr"
            className="rounded-s text-accent underline underline-offset-2"
          >
            {part.text}
          </a>
          {part.trueHost !== null && ` (${part.trueHost})`}
        </>
      );
    default:
      return part satisfies never;
  }
}
