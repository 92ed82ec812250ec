/** The workspace without what lists every language: that list and its schemas weigh more than the rest. */
export { AppShell } from "./components/AppShell.tsx";
export { Home } from "./components/Home.tsx";
export { KeysSection } from "./components/KeysSection.tsx";
export { ProfileForm } from "./components/ProfileForm.tsx";
export { SettingsFrame } from "./components/SettingsFrame.tsx";
export { ShellFailure } from "./components/ShellFailure.tsx";
export { say } from "./say.ts";
export { useSaveOutcome } from "./useSaveOutcome.ts";
export type { ProfileErrors } from "./view.ts";
