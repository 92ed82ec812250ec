import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { TranscriptLine } from "../transcriptLine.ts";

const LINE_HASH = /^#line-([0-9a-f-]{36})$/u;

/** An address that names a line leads to it as soon as it is here, once. */
export function useLinkedLine(lines: readonly TranscriptLine[], jump: (id: string) => void): void {
  const { hash, key } = useLocation();
  const done = useRef("");
  useEffect(() => {
    const id = LINE_HASH.exec(hash)?.[1];
    if (id === undefined || done.current === key || !lines.some((line) => line.id === id)) return;
    done.current = key;
    jump(id);
  }, [hash, key, lines, jump]);
}
