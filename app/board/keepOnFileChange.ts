/** Decides whether a page with a board loads its data again. */
import type { ShouldRevalidateFunction } from "@remix-run/react";

const withoutFile = ({ pathname, searchParams }: URL): string => {
  const rest = new URLSearchParams(searchParams);
  rest.delete("file");
  return `${pathname}?${rest}`;
};

/** The dialog of a file opens above the same data. */
export const keepOnFileChange: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.href !== nextUrl.href && withoutFile(currentUrl) === withoutFile(nextUrl)
    ? false
    : defaultShouldRevalidate;
