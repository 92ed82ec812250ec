import { type ReactNode, useEffect } from "react";
import type { Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { PressFailure } from "./PressFailure.tsx";
import { usePresses } from "./usePresses.ts";

interface QuestionProps {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  text: ReactNode;
  /** Says on its button what is done. */
  press: string;
  run(): Promise<Result<unknown>>;
}

/** Asks once before something that others lose by. It closes when it is done; a failure is told in it. */
export function Question({ open, onClose, title, text, press, run }: QuestionProps) {
  const t = useMessages();
  const presses = usePresses();
  const { dismiss } = presses;
  useEffect(() => {
    if (open) dismiss();
  }, [open, dismiss]);
  const answer = async () => {
    if (await presses.press("run", run)) onClose();
  };
  return (
    <Dialog
      kind="question"
      theme="dark"
      open={open}
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("people.cancel")}
          </Button>
          <Button variant="danger" busy={presses.busy("run")} onClick={answer}>
            {press}
          </Button>
        </>
      }
    >
      <PressFailure presses={presses} className="mt-4" />
    </Dialog>
  );
}
