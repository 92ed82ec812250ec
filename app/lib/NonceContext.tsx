import { createContext } from "react";

/** The content-security nonce of this answer. Empty in the browser, which hides it from scripts. */
export const NonceContext = createContext("");
