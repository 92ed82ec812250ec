/** What the chat shows after a press: it comes when a pointer or the keyboard is near, with its texts. */
import { type ReactNode, useEffect, useState } from "react";
import { texts } from "~/i18n/index.tsx";

type Extras = typeof import("./extras.ts");

let extras: Extras | null = null;

/** Whether they are here: without a network they do not come, and are asked for anew the next time. */
export const loadExtras = (): Promise<boolean> =>
  Promise.all([import("./extras.ts"), texts("lines")]).then(
    ([came]) => {
      extras = came;
      return true;
    },
    () => false,
  );

interface LateProps {
  /** Stands here until they have come. */
  fallback?: ReactNode;
  onFailed(): void;
  children(extras: Extras): ReactNode;
}

/** Never throws where something cannot be had: a call must not end for want of a menu. */
export function Late({ fallback = null, onFailed, children }: LateProps) {
  const [here, setHere] = useState(extras);
  const missing = here === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once each time that it is wanted
  useEffect(() => {
    if (!missing) return;
    let stays = true;
    void loadExtras().then((came) => {
      if (!stays) return;
      if (came) setHere(extras);
      else onFailed();
    });
    return () => {
      stays = false;
    };
  }, [missing]);
  return here === null ? fallback : children(here);
}
