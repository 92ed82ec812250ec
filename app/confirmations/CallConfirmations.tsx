import CircleHelp from "lucide-react/icons/circle-help";
import X from "lucide-react/icons/x";
import type { Confirmation } from "#contracts/confirmations.ts";
import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import { CallConfirmation } from "./components/CallConfirmation.tsx";
import type { Confirmations, ConfirmationsState } from "./confirmations.ts";
import { isWaitingFor } from "./core/answers.ts";

interface CallConfirmationsProps {
  /** Null until they have loaded. */
  confirmations: Confirmations | null;
  state: ConfirmationsState | null;
  me: string;
  reads: Language;
  /** The language that the reader writes. */
  writes: Language;
  onClose(): void;
}

/** The confirmations of a call, beside it: first those that wait for the reader, then the newest. */
export function CallConfirmations({ confirmations, state, me, reads, writes, onClose }: CallConfirmationsProps) {
  const t = useMessages();
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <header className="flex items-center gap-2 border-b border-line py-2.5 ps-5 pe-2.5">
        <h2 className="min-w-0 flex-1 text-18 leading-snug font-head">{t("confirmations.title")}</h2>
        <IconButton label={t("action.close")} icon={<X />} onClick={onClose} data-first-focus="" />
      </header>
      <div className="relative overflow-y-auto overscroll-contain">
        {confirmations === null || state?.loaded !== true ? (
          <div className="grid h-full place-items-center">
            <Spinner />
          </div>
        ) : state.confirmations.length === 0 ? (
          <div className="m-auto grid max-w-72 justify-items-center gap-2 px-5 py-16 text-center">
            <CircleHelp className="size-6 text-ink-soft" />
            <p className="font-strong">{t("confirmations.none")}</p>
            <p className="text-14 text-balance text-ink-soft">{t("confirmations.none.text")}</p>
          </div>
        ) : (
          <ul>
            {inOrder(state.confirmations, me).map((confirmation) => (
              <CallConfirmation
                key={confirmation.line_id}
                confirmation={confirmation}
                {...{ confirmations, state, column: reads, me, writes }}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Puts what waits for the reader first, the oldest on top: a new question must not come under a finger that is about to answer. */
function inOrder(confirmations: readonly Confirmation[], me: string): readonly Confirmation[] {
  const newestFirst = [...confirmations].sort((a, b) => Date.parse(b.asked_at) - Date.parse(a.asked_at));
  const waiting = newestFirst.filter((confirmation) => isWaitingFor(confirmation, me));
  return [...waiting.toReversed(), ...newestFirst.filter((confirmation) => !waiting.includes(confirmation))];
}
