import { useEffect, useState } from "react";
import { Message } from "~/chat/Message.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { DesignSection, Example } from "./layout.tsx";
import { LINE_EXAMPLES } from "./lineExamples.ts";

const noop = () => {};
/** Handlers that do nothing. */
const INERT_LINE_ACTIONS = {
  ...{ retry: noop, discard: noop, reply: noop, react: noop, edit: noop, remove: noop, forward: noop },
  ...{ report: noop, retranslate: noop, jump: noop, copy: noop, onLoadError: noop },
};

export function LineSection() {
  // Times need the reader's time zone, which the server does not have.
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <DesignSection name="line">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] items-start gap-6">
        {LINE_EXAMPLES.map(({ state, line, original = false, isNew = false }) => (
          <Example key={state} state={state}>
            <ul className="w-full min-w-0">
              {hydrated ? (
                <Message line={line} handlers={INERT_LINE_ACTIONS} showOriginals={original} isNew={isNew} />
              ) : (
                <li className="flex gap-3">
                  <Skeleton shape="circle" />
                  <Skeleton className="mt-2 w-3/5" />
                </li>
              )}
            </ul>
          </Example>
        ))}
      </div>
    </DesignSection>
  );
}
