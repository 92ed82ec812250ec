import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { TranscriptLine } from "../transcriptLine.ts";

const LINE_HASH = /^#line-([0-9a-f-]{36})$/u;

/** Jumps once to the line in the URL's hash, as soon as the line is loaded. */
export function useLinkedLine(lines: readonly TranscriptLine[], jump: (id: string) => void): void {
  const { hash, key } = useLocation();
  const handledKey = useRef("");
  useEffect(() => {
    const id = LINE_HASH.exec(hash)?.[1];
    if (id === undefined || handledKey.current === key || !lines.some((line) => line.id === id)) return;
    handledKey.current = key;
    jump(id);
  }, [hash, key, lines, jump]);
}
