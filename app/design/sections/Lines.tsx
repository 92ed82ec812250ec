import { useEffect, useState } from "react";
import { Message } from "~/chat/index.ts";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { LINES } from "../lines.ts";
import { Cell, Section } from "../parts.tsx";

const nothing = () => {};
/** Shows what can be done with a line, and does none of it. */
const ACTS = {
  ...{ reply: nothing, react: nothing, edit: nothing, remove: nothing, forward: nothing },
  ...{ report: nothing, retranslate: nothing, jump: nothing, copy: nothing, failed: nothing },
};

export function LineSection() {
  // A line tells its time in the reader's time zone, which no server knows.
  const [here, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return (
    <Section name="line">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] items-start gap-6">
        {LINES.map(({ state, line, original = false, isNew = false }) => (
          <Cell key={state} state={state}>
            <ul className="w-full min-w-0">
              {here ? (
                <Message
                  line={line}
                  acts={ACTS}
                  originals={original}
                  isNew={isNew}
                  onRetry={nothing}
                  onDiscard={nothing}
                />
              ) : (
                <li className="flex gap-3">
                  <Skeleton shape="circle" />
                  <Skeleton className="mt-2 w-3/5" />
                </li>
              )}
            </ul>
          </Cell>
        ))}
      </div>
    </Section>
  );
}
