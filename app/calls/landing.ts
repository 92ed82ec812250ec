/** For the settings, which need the switch and none of the call. */
export { SingleKeysSwitch } from "./components/SingleKeysSwitch.tsx";
