/** What comes late: a part of a page, with its texts, when it is first wanted. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import type { Namespace } from "~/i18n/namespaces.ts";
import { Button } from "./Button.tsx";
import { ErrorNotice } from "./ErrorNotice.tsx";

interface LazyBoundaryProps<Part> {
  /** Default: as soon as it is drawn. What stands there before is the fallback, the same element all the while. */
  active?: boolean;
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
export function lazyModule<Part>(namespaces: Namespace | readonly Namespace[], load: () => Promise<Part>) {
  let loaded: { part: Part } | null = null;
  const get = async () => {
    const [part] = await Promise.all([
      load(),
      loadNamespaces(...(typeof namespaces === "string" ? [namespaces] : namespaces)),
    ]);
    loaded = { part };
    return loaded;
  };
  function LazyBoundary({ active = true, fallback = null, onFailed, children }: LazyBoundaryProps<Part>) {
    const [loadedPart, setCame] = useState(loaded);
    // Asked for by another meanwhile, it is there just as well.
    const available = loadedPart ?? loaded;
    const [attempt, setTries] = useState(0);
    const [failed, setFailed] = useState(false);
    const shouldLoad = active && available === null;
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once each time that it is wanted, and by `tries`, the press that tries again
    useEffect(() => {
      if (!shouldLoad) return;
      let mounted = true;
      setFailed(false);
      get().then(
        (part) => mounted && setCame(part),
        () => {
          if (!mounted) return;
          if (onFailed) onFailed();
          else setFailed(true);
        },
      );
      return () => {
        mounted = false;
      };
    }, [shouldLoad, attempt]);
    if (active && available !== null) return children(available.part);
    return (
      <>
        {fallback}
        {shouldLoad && failed && <LoadFailed onRetry={() => setTries((before) => before + 1)} />}
      </>
    );
  }
  return { Late: LazyBoundary, preload: () => void get().catch(() => {}) };
}

/** The same for one component, used as if it had always been here. */
export function lazyComponent<Props extends object>(
  namespaces: Namespace | readonly Namespace[],
  load: () => Promise<ComponentType<Props>>,
) {
  const { Late, preload } = lazyModule(namespaces, load);
  return Object.assign((props: Props) => <Late>{(Component) => <Component {...props} />}</Late>, { preload });
}

/** Above whatever it was to stand in. */
function LoadFailed({ onRetry }: { onRetry(): void }) {
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
