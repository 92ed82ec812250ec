import { createContext } from "react";

/** The Content-Security-Policy nonce of this response. Empty in the browser, which hides it from scripts. */
export const NonceContext = createContext("");
