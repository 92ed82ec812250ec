export { SessionWatch } from "./components/SessionWatch.tsx";
export type { PageSession, Tokens } from "./core/session.ts";
export { pageSession } from "./pageSession.ts";
