import { useEffect, useRef, useState } from "react";
import type { PasskeyAnswer } from "~/lib/passkeys.ts";
import type { DialogResult, PasskeyDialog } from "./passkeyDialog.client.ts";
import type { AnyPasskeyProblem } from "./passkeyView.ts";

interface PasskeyDialogState {
  /** Whether the browser's dialog is open. */
  readonly isOpen: boolean;
  readonly problem: AnyPasskeyProblem | null;
  ask(): void;
  /** Makes a passkey. */
  create(): void;
  /** Offers passkeys in the field of the address, once. */
  offer(): void;
}

/** The browser's dialogs of passkeys. Their code loads when a passkey is used. */
export function usePasskeyDialog(onAnswer: (answer: PasskeyAnswer) => void): PasskeyDialogState {
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<AnyPasskeyProblem | null>(null);
  const dialog = useRef<Promise<PasskeyDialog> | null>(null);
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

  const run = async (open: (loaded: PasskeyDialog) => Promise<DialogResult>): Promise<DialogResult> => {
    try {
      dialog.current ??= import("./passkeyDialog.client.ts").then(({ createPasskeyDialog }) => createPasskeyDialog());
      return await open(await dialog.current);
    } catch {
      dialog.current = null;
      return { ok: false, problem: "network/timeout" };
    }
  };
  const show = (open: (loaded: PasskeyDialog) => Promise<DialogResult>) => {
    setIsOpen(true);
    setProblem(null);
    void run(open).then((result) => {
      if (!isMounted.current) return;
      setIsOpen(false);
      if (result.ok) onAnswer(result.answer);
      else if (result.problem !== "aborted") setProblem(result.problem);
    });
  };

  return {
    isOpen,
    problem,
    ask: () => show((loaded) => loaded.ask()),
    create: () => show((loaded) => loaded.create()),
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
