import { Skeleton } from "~/ui/Skeleton.tsx";

const ROWS = [0, 1, 2, 3];

/** Skeleton of `/home`. */
export function HomeSkeleton() {
  return (
    <div className="grid gap-10 l:grid-cols-[minmax(0,1fr)_448px] l:gap-x-12">
      <div className="grid content-start gap-5">
        <Skeleton className="hidden h-12! w-3/4 min-[48rem]:block" />
        <Skeleton className="h-16! w-full rounded-l!" />
        <Skeleton className="w-1/3" />
      </div>
      <div>
        <Skeleton className="mb-6 w-40" />
        {ROWS.map((row) => (
          <div
            key={row}
            className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-3.5"
          >
            <Skeleton className="h-9! w-8" />
            <span className="grid gap-2">
              <Skeleton className="w-3/5" />
              <Skeleton className="w-2/5" />
            </span>
            <Skeleton shape="circle" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Skeleton of `/calendar`. */
export function CalendarSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-8! w-56" />
      <Skeleton className="h-140! w-full rounded-l!" />
    </div>
  );
}

/** Skeleton of `/files`. */
export function FilesSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-8! w-40" />
      <Skeleton className="h-control! w-full rounded-m!" />
      <div className="grid grid-cols-2 gap-4 min-[60rem]:grid-cols-4">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-52! w-full rounded-l!" />
        ))}
      </div>
    </div>
  );
}

/** Skeleton of `/glossary`. */
export function GlossarySkeleton() {
  return (
    <div className="grid gap-8">
      <Skeleton className="h-8! w-52" />
      <Skeleton className="h-control! w-full rounded-m!" />
      <div>
        {ROWS.map((row) => (
          <div key={row} className="grid grid-cols-2 items-center gap-4 border-t border-line py-4">
            <span className="grid gap-2">
              <Skeleton className="w-3/5" />
              <Skeleton className="w-1/4" />
            </span>
            <Skeleton className="w-2/5" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Skeleton of `/insights`. */
export function InsightsSkeleton() {
  return (
    <div className="grid gap-8">
      <Skeleton className="h-8! w-40" />
      <Skeleton className="h-20! w-full rounded-m!" />
      <div className="grid gap-5 l:grid-cols-2">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-64! w-full rounded-l!" />
        ))}
      </div>
    </div>
  );
}

/** Skeleton of a settings form. */
export function SettingsSkeleton() {
  return (
    <div className="grid max-w-[560px] gap-6">
      <Skeleton className="h-8! w-40" />
      {ROWS.map((row) => (
        <span key={row} className="grid gap-2">
          <Skeleton className="w-28" />
          <Skeleton className="h-control! w-full rounded-m!" />
        </span>
      ))}
    </div>
  );
}
