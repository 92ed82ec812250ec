/** A file as a page shows it that shares none. */
export { FileLink } from "./components/FileLink.tsx";
