export { createTokens, type Tokens } from "./tokens.ts";
