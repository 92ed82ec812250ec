import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-help";
import Clock from "lucide-react/icons/clock";
import EqualNot from "lucide-react/icons/equal-not";
import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import type { ConfirmationPerson } from "#contracts/confirmations.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { cx } from "~/ui/cx.ts";

const STYLES = {
  understood: { icon: CircleCheck, tone: "text-success" },
  unclear: { icon: CircleHelp, tone: "text-warning" },
  different: { icon: EqualNot, tone: "text-danger" },
  none: { icon: Clock, tone: "text-ink-soft" },
} as const;

export function AnswerIcon({ answer, className }: { answer: ConfirmationAnswer | null; className?: string }) {
  const { icon: Icon, tone } = STYLES[answer ?? "none"];
  return <Icon className={cx("flex-none", tone, className ?? "size-4.5")} />;
}

interface AnswerLabelProps {
  person: Pick<ConfirmationPerson, "answer" | "answered_before">;
  /** Shows the icon before the words. */
  icon?: boolean;
}

export function AnswerLabel({ person: { answer, answered_before }, icon = false }: AnswerLabelProps) {
  const t = useMessages();
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 text-13 leading-snug",
        STYLES[answer ?? "none"].tone,
        answer && "font-strong",
      )}
    >
      {icon && <AnswerIcon answer={answer} className="size-4" />}
      {t(`confirmations.answer.${answer ?? (answered_before ? "again" : "none")}`)}
    </span>
  );
}

/** The avatar with the answer at its corner. */
export function AnswerAvatar({ person }: { person: ConfirmationPerson }) {
  return (
    <span className="relative inline-flex flex-none self-start">
      <Avatar colour={person.colour} name={person.display_name} />
      <span className="absolute -bottom-1 -end-1 grid size-4.5 place-items-center rounded-full bg-raised">
        <AnswerIcon answer={person.answer} className="size-3.5" />
      </span>
    </span>
  );
}

export function PersonName({ person, me }: { person: ConfirmationPerson; me: string | null }) {
  const t = useMessages();
  return (
    <span data-person={person.colour} className="font-strong text-person">
      <bdi>{person.user_id === me ? t("confirmations.you") : person.display_name}</bdi>
    </span>
  );
}
