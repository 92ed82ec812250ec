/** For settings and help, which need the keys and none of the call. */
export { ShortcutList } from "./components/ShortcutList.tsx";
export { SingleKeysSwitch } from "./components/SingleKeysSwitch.tsx";
