import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { PasskeyAnswer } from "~/lib/passkeys.ts";
import type { DialogResult, SignInDialog } from "./passkeyDialog.client.ts";
import type { AnyPasskeyProblem } from "./passkeyView.ts";

const subscribeToNothing = () => () => {};

/** Returns whether the browser has passkeys. False on the server, so that no button needs a script that did not load. */
export const useSupportsPasskeys = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => "PublicKeyCredential" in window,
    () => false,
  );

interface SignInDialogState {
  /** Whether the browser's dialog is open. */
  readonly isOpen: boolean;
  readonly problem: AnyPasskeyProblem | null;
  ask(): void;
  /** Offers passkeys in the field of the address, once. */
  offer(): void;
}

/** The dialog of a sign-in. Its code loads when a passkey is used. */
export function useSignInDialog(onAnswer: (answer: PasskeyAnswer) => void): SignInDialogState {
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<AnyPasskeyProblem | null>(null);
  const dialog = useRef<Promise<SignInDialog> | null>(null);
  const isOffered = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      void dialog.current?.then((open) => open.close());
      dialog.current = null;
    };
  }, []);

  const load = (): Promise<SignInDialog> => {
    dialog.current ??= import("./passkeyDialog.client.ts").then(({ createSignInDialog }) => createSignInDialog());
    return dialog.current;
  };
  const run = async (open: (loaded: SignInDialog) => Promise<DialogResult>): Promise<DialogResult> => {
    try {
      return await open(await load());
    } catch {
      dialog.current = null;
      return { ok: false, problem: "network/timeout" };
    }
  };

  return {
    isOpen,
    problem,
    ask() {
      setIsOpen(true);
      setProblem(null);
      void run((loaded) => loaded.ask()).then((result) => {
        if (!isMounted.current) return;
        setIsOpen(false);
        if (result.ok) onAnswer(result.answer);
        else if (result.problem !== "aborted") setProblem(result.problem);
      });
    },
    offer() {
      if (isOffered.current) return;
      isOffered.current = true;
      void run((loaded) => loaded.offer()).then((result) => {
        // Nobody asked for it, so a failure is silent.
        if (isMounted.current && result.ok) onAnswer(result.answer);
      });
    },
  };
}
