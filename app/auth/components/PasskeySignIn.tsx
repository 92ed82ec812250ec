import { useSubmit } from "@remix-run/react";
import KeyRound from "lucide-react/icons/key-round";
import { type RefObject, useEffect } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { PasskeyButton } from "~/passkeys/PasskeyButton.tsx";
import { PasskeyProblem } from "~/passkeys/PasskeyProblem.tsx";
import type { AnyPasskeyProblem } from "~/passkeys/passkeyView.ts";
import { usePasskeyDialog } from "~/passkeys/usePasskeyDialog.ts";

interface PasskeySignInProps {
  /** Path after the sign-in. */
  next: string;
  /** Whether the passkey is being checked. */
  isChecking: boolean;
  /** Why the last passkey was rejected. */
  refused: AnyPasskeyProblem | null;
  /** Offers passkeys in the field of the address once a pointer or the focus gets here. */
  area: RefObject<HTMLElement>;
}

/** Signs in by a passkey, with one click. Not rendered in a browser without them. */
export function PasskeySignIn({ next, isChecking, refused, area }: PasskeySignInProps) {
  const t = useMessages();
  const submit = useSubmit();
  const { isOpen, problem, ask, offer } = usePasskeyDialog(({ challengeId: challenge, credential }) =>
    submit({ way: "passkey", next, challenge, credential }, { method: "post", action: "/sign-in" }),
  );
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.addEventListener("focusin", offer);
    element.addEventListener("pointerenter", offer);
    if (element.contains(document.activeElement)) offer();
    return () => {
      element.removeEventListener("focusin", offer);
      element.removeEventListener("pointerenter", offer);
    };
  });
  const busy = isOpen || isChecking;
  return (
    <>
      <PasskeyButton size="l" busy={busy} onClick={ask}>
        {!busy && <KeyRound aria-hidden className="size-5 flex-none" />}
        {isOpen ? t("sign-in.passkey.waiting") : t("sign-in.passkey")}
      </PasskeyButton>
      <PasskeyProblem problem={busy ? null : (problem ?? refused)} />
    </>
  );
}
