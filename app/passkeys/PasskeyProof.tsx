import { useNavigation, useSubmit } from "@remix-run/react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { PasskeyProblem } from "./PasskeyProblem.tsx";
import type { AnyPasskeyProblem } from "./passkeyView.ts";
import { usePasskeyDialog } from "./usePasskeyDialog.ts";

interface PasskeyProofProps {
  /** Where the proof is sent. */
  path: string;
  refused: AnyPasskeyProblem | null;
}

/** Proves by a passkey who the reader is. */
export function PasskeyProof({ path, refused }: PasskeyProofProps) {
  const t = useMessages();
  const submit = useSubmit();
  const { state, formData } = useNavigation();
  const { isOpen, problem, ask } = usePasskeyDialog(({ challengeId: challenge, credential }) =>
    submit({ intent: "passkey", challenge, credential }, { method: "post", action: path }),
  );
  const busy = isOpen || (state !== "idle" && formData?.get("intent") === "passkey");
  return (
    <>
      <PasskeyProblem problem={busy ? null : (problem ?? refused)} />
      <PasskeyButton busy={busy} onClick={ask} className="justify-self-start">
        {isOpen ? t("sign-in.passkey.waiting") : t("passkeys.confirm")}
      </PasskeyButton>
    </>
  );
}
