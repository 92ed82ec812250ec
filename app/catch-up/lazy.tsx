/** What a call loads of it once somebody is inside. */
export { CatchUp } from "./components/CatchUp.tsx";
