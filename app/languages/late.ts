/** For what is loaded late: the index would bring it into every page that names a language. */
export { Quota } from "./components/Quota.tsx";
