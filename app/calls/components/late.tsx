import { type ComponentType, useEffect, useState } from "react";
import type { Area } from "~/i18n/areas.ts";
import { texts, useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";

/**
 * A component that comes with its texts when it is first shown, or at `preload` (a pointer or the keyboard reaches what
 * opens it). Where it cannot be had, as on a line that is down, the rest goes on and a press tries again: unlike React's
 * `lazy`, which gives up for good and takes the whole call with it.
 */
export function late<Props extends object>(areas: Area | readonly Area[], load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const get = async () => {
    const [component] = await Promise.all([load(), texts(...(typeof areas === "string" ? [areas] : areas))]);
    loaded = component;
    return component;
  };
  function Late(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [tries, setTries] = useState(0);
    const [failed, setFailed] = useState(false);
    const missing = Component === null;
    // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is the press that tries again
    useEffect(() => {
      if (!missing) return;
      let wanted = true;
      setFailed(false);
      get().then(
        (component) => wanted && setComponent(() => component),
        () => wanted && setFailed(true),
      );
      return () => {
        wanted = false;
      };
    }, [missing, tries]);
    if (Component !== null) return <Component {...props} />;
    return failed && <NotHere onRetry={() => setTries((before) => before + 1)} />;
  }
  return Object.assign(Late, {
    preload() {
      get().catch(() => {});
    },
  });
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
