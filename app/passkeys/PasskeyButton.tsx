import { useSyncExternalStore } from "react";
import { Button, type ButtonProps } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";

const subscribeToNothing = () => () => {};

/**
 * A button that opens a dialog of passkeys, in browsers that have them. It keeps its place until the page's script
 * runs, so that the form does not move under a click.
 */
export function PasskeyButton({ className, ...rest }: ButtonProps) {
  const isSupported = useSyncExternalStore<boolean | null>(
    subscribeToNothing,
    () => "PublicKeyCredential" in window,
    () => null,
  );
  if (isSupported === false) return null;
  return <Button {...rest} className={cx(isSupported === null && "invisible noscript:hidden", className)} />;
}
