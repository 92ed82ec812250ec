import type { KeyboardEvent } from "react";

/** Escape closes what is open here, and not what stands around it. */
export const keepEscape = (event: KeyboardEvent): void => {
  if (event.key === "Escape") event.stopPropagation();
};
