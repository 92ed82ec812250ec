export { AppShell } from "./components/AppShell.tsx";
export { Home } from "./components/Home.tsx";
export { KeysSection } from "./components/KeysSection.tsx";
export { LanguagesForm } from "./components/LanguagesForm.tsx";
export { ProfileForm } from "./components/ProfileForm.tsx";
export { SettingsFrame } from "./components/SettingsFrame.tsx";
export { ShellFailure } from "./components/ShellFailure.tsx";
export { useSaveOutcome } from "./useSaveOutcome.ts";
export type { LanguagesErrors, ProfileErrors } from "./view.ts";
