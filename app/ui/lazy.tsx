/** Parts of a page that load, with their messages, when they are first needed. */
import { type ComponentType, type ReactNode, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import type { Namespace } from "~/i18n/namespaces.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { Button } from "./Button.tsx";
import { ErrorNotice } from "./ErrorNotice.tsx";

interface LazyBoundaryProps<Part> {
  /** Whether to load and show the part; default: at once. The same fallback element stays until then. */
  active?: boolean;
  fallback?: ReactNode;
  /** Called when loading fails. Default: a notice with a retry button. */
  onFailed?(): void;
  children(part: Part): ReactNode;
}

/**
 * Returns `LazyBoundary`, which shows the part, and `preload`, for a pointer or focus on the control that opens it.
 * After a failed load the rest of the page continues and the next mount retries. React's `lazy` caches the failure and
 * throws, which would end a call.
 */
export function lazyModule<Part>(namespaces: Namespace | readonly Namespace[], load: () => Promise<Part>) {
  let loaded: { part: Part } | null = null;
  const get = async () => {
    const [part] = await Promise.all([load(), loadNamespaces(...[namespaces].flat())]);
    loaded = { part };
    return loaded;
  };
  function LazyBoundary({ active = true, fallback = null, onFailed, children }: LazyBoundaryProps<Part>) {
    const [loadedPart, setLoadedPart] = useState(loaded);
    // Another boundary or `preload` may have loaded it.
    const available = loadedPart ?? loaded;
    const [attempt, setAttempt] = useState(0);
    const [failed, setFailed] = useState(false);
    const shouldLoad = active && available === null;
    // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each activation and for each retry (`attempt`)
    useAsyncEffect(
      async (signal) => {
        if (!shouldLoad) return;
        setFailed(false);
        try {
          const part = await get();
          if (!signal.aborted) setLoadedPart(part);
        } catch {
          if (signal.aborted) return;
          if (onFailed) onFailed();
          else setFailed(true);
        }
      },
      [shouldLoad, attempt],
    );
    if (active && available !== null) return children(available.part);
    return (
      <>
        {fallback}
        {shouldLoad && failed && <LoadFailed onRetry={() => setAttempt((current) => current + 1)} />}
      </>
    );
  }
  return { LazyBoundary, preload: () => void get().catch(() => {}) };
}

/** Returns a component that loads itself, with a `preload` function. */
export function lazyComponent<Props extends object>(
  namespaces: Namespace | readonly Namespace[],
  load: () => Promise<ComponentType<Props>>,
) {
  const { LazyBoundary, preload } = lazyModule(namespaces, load);
  return Object.assign((props: Props) => <LazyBoundary>{(Component) => <Component {...props} />}</LazyBoundary>, {
    preload,
  });
}

/** A notice above the page with a retry button. */
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
