import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import type { ControlProps } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

interface PasswordInputProps {
  control: ControlProps;
  name: "password" | "currentPassword";
  autoComplete: "current-password" | "new-password";
  /** The text of the button that shows the characters. */
  showLabel: string;
  autoFocus?: boolean;
}

/** A password, whose characters the reader can look at. Never gets a value from the server. */
export function PasswordInput({ control, name, autoComplete, showLabel, autoFocus = false }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        {...control}
        type={isShown ? "text" : "password"}
        name={name}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        className="min-h-control-l pe-12"
      />
      <button
        type="button"
        aria-label={showLabel}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 end-0 grid w-12 place-items-center rounded-m text-ink-soft hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}
