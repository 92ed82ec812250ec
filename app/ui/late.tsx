/** What comes late: a part of a page, with its texts, when it is first wanted. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { Area } from "~/i18n/areas.ts";
import { texts, useMessages } from "~/i18n/index.tsx";
import { Button } from "./Button.tsx";
import { ErrorNotice } from "./ErrorNotice.tsx";

interface LateProps<Part> {
  /** Default: as soon as it is drawn. What stands there before is the fallback, the same element all the while. */
  wanted?: boolean;
  fallback?: ReactNode;
  /** Whoever wanted it says so, and wants it no longer. Default: a notice offers to try again. */
  onFailed?(): void;
  children(part: Part): ReactNode;
}

/**
 * `Late` shows it, `preload` asks for it when a pointer or the keyboard reaches what opens it. Where it cannot be had, as on
 * a line that is down, the rest goes on and the next wish asks again: unlike React's `lazy`, which gives up for good and
 * takes a whole call with it.
 */
export function late<Part>(areas: Area | readonly Area[], load: () => Promise<Part>) {
  let loaded: { part: Part } | null = null;
  const get = async () => {
    const [part] = await Promise.all([load(), texts(...(typeof areas === "string" ? [areas] : areas))]);
    loaded = { part };
    return loaded;
  };
  function Late({ wanted = true, fallback = null, onFailed, children }: LateProps<Part>) {
    const [came, setCame] = useState(loaded);
    // Asked for by another meanwhile, it is there just as well.
    const here = came ?? loaded;
    const [tries, setTries] = useState(0);
    const [failed, setFailed] = useState(false);
    const asks = wanted && here === null;
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once each time that it is wanted, and by `tries`, the press that tries again
    useEffect(() => {
      if (!asks) return;
      let stays = true;
      setFailed(false);
      get().then(
        (part) => stays && setCame(part),
        () => {
          if (!stays) return;
          if (onFailed) onFailed();
          else setFailed(true);
        },
      );
      return () => {
        stays = false;
      };
    }, [asks, tries]);
    if (wanted && here !== null) return children(here.part);
    return (
      <>
        {fallback}
        {asks && failed && <NotHere onRetry={() => setTries((before) => before + 1)} />}
      </>
    );
  }
  return { Late, preload: () => void get().catch(() => {}) };
}

/** The same for one component, used as if it had always been here. */
export function lateComponent<Props extends object>(
  areas: Area | readonly Area[],
  load: () => Promise<ComponentType<Props>>,
) {
  const { Late, preload } = late(areas, load);
  return Object.assign((props: Props) => <Late>{(Component) => <Component {...props} />}</Late>, { preload });
}

/** Above whatever it was to stand in. */
function NotHere({ onRetry }: { onRetry(): void }) {
  const t = useMessages();
  return (
    <ErrorNotice
      shape="row"
      code="network/timeout"
      className="fixed inset-x-4 top-16 z-20 mx-auto max-w-105 text-ink shadow-3"
      action={
        <Button size="s" onClick={onRetry}>
          {t("action.retry")}
        </Button>
      }
    />
  );
}
