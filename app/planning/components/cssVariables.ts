import type { CSSProperties } from "react";

/** Returns a `style` of numbers with which `calendar.css` computes. React's type has no custom properties. */
export const cssVariables = (values: Readonly<Record<`--${string}`, number>>): CSSProperties => values;
