export { Design } from "./Design.tsx";
