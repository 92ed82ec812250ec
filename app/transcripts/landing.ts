/** The list of a meeting's calls, without what reads one. */
export { CallsScreen } from "./components/CallsScreen.tsx";
