import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { PictureProblem } from "../core/checkPicture.ts";

export type AvatarProblem = PictureProblem | ErrorCode;

/** Shows why a picture was not stored. Two errors have a text of their own here, because theirs is about shared files. */
export function ProblemNotice({ problem }: { problem: AvatarProblem }) {
  const t = useMessages();
  const reason = problem === "file/quota" ? "quota" : problem === "file/content" ? "unreadable" : problem;
  if (isErrorCode(reason)) return <ErrorNotice code={reason} shape="row" className="w-full" />;
  return (
    <p role="alert" className="w-full rounded-m bg-danger-soft px-4 py-3 font-strong text-pretty">
      {t(`avatars.problem.${reason}`)}
    </p>
  );
}
