import { createContext } from "react";

/** `data-theme` of the page, absent for the theme of the device. A browser reads what the server rendered. */
export const ThemeContext = createContext(globalThis.document?.documentElement.dataset.theme);
