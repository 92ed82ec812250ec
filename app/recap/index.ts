export { RecapScreen } from "./components/RecapScreen.tsx";
