/** What must stay as light as the start page, apart from the session itself: the screens of signing in and out. */
export { CodeScreen } from "./components/CodeScreen.tsx";
export { LinkScreen } from "./components/LinkScreen.tsx";
export { SignInScreen } from "./components/SignInScreen.tsx";
export { SignOutScreen } from "./components/SignOutScreen.tsx";
export { UnclaimedScreen } from "./components/UnclaimedScreen.tsx";
