import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isErrorCode } from "#contracts/errors.ts";
import type { TFunction } from "~/i18n/createTFunction.tsx";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import type { GlossaryActionResult, RetranslationResult, RetranslationScope } from "../core/glossaryView.ts";
import type { TranslatedAgain } from "../core/translateAgain.ts";
import { closeWithoutNavigation } from "./DeleteForm.tsx";
import { TermText } from "./TermText.tsx";

interface RetranslateFormProps {
  actionPath: string;
  scope: RetranslationScope;
  /** The result of a submission without JavaScript. */
  result: RetranslationResult | null;
  env: PublicEnv;
  onClose(): void;
}

interface RetranslationProgress extends TranslatedAgain {
  readonly remainingCalls: readonly string[];
  readonly state: "initial" | "running" | "finished";
}

const initialProgress = (scope: RetranslationScope, result: RetranslationResult | null): RetranslationProgress => ({
  remainingCalls: result?.remainingCalls ?? scope.calls.map(({ id }) => id),
  lines: 0,
  missed: result?.lineIds.length ?? 0,
  error: result?.error ?? null,
  state: result === null ? "initial" : "finished",
});

/** Retranslates the lines that contain a term, one call at a time, so that the progress shows. */
export function RetranslateForm({ actionPath, scope, result, env, onClose }: RetranslateFormProps) {
  const t = useMessages();
  const format = useFormatters();
  const fetcher = useFetcher<ActionResult>();
  const [progress, setProgress] = useState(() => initialProgress(scope, result));
  const { remainingCalls, lines, missed, error, state } = progress;
  const handledData = useRef<unknown>(fetcher.data);
  const next = remainingCalls[0];
  const submitNext = () => {
    if (next === undefined) return;
    const form = new FormData();
    form.set("intent", "retranslate");
    form.set("id", scope.id);
    form.set("call", next);
    fetcher.submit(form, { method: "post", action: actionPath });
  };
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined || handledData.current === fetcher.data) return;
    handledData.current = fetcher.data;
    const actionResult = fetcher.data;
    void translate(env, releasedLines(actionResult)).then((translated) =>
      setProgress((previous) => nextProgress(previous, actionResult, translated)),
    );
  }, [fetcher.state, fetcher.data, env]);
  // Submits the next call when the previous one has finished.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `submitNext` changes at each render, and each call is submitted once
  useEffect(() => {
    if (state === "running") submitNext();
  }, [state, next]);
  const callCount = scope.calls.length;
  const word = (
    <TermText key="term" language={scope.language}>
      {scope.term}
    </TermText>
  );
  return (
    <fetcher.Form
      method="post"
      action={actionPath}
      onSubmit={(event) => {
        event.preventDefault();
        setProgress({ ...progress, error: null, state: "running" });
      }}
      className="mt-2 grid gap-5"
    >
      <input type="hidden" name="intent" value="retranslate" />
      <input type="hidden" name="id" value={scope.id} />
      {remainingCalls.map((call) => (
        <input key={call} type="hidden" name="call" value={call} />
      ))}
      <p className="text-pretty text-ink-soft">
        {t.rich("glossary.reach.text", {
          term: word,
          lines: scopeText(t, scope),
          calls: t("glossary.reach.calls", { count: callCount }),
        })}
        {state !== "finished" && scope.sentences > 0 && <> {t("glossary.reach.summaries")}</>}
      </p>
      <div role="status" className="grid gap-1 empty:hidden">
        {state === "running" && (
          <p className="font-strong">
            {t("glossary.reach.working", {
              number: format.number(Math.min(callCount - remainingCalls.length + 1, callCount)),
              all: format.number(callCount),
            })}
          </p>
        )}
        {state === "finished" && scope.lines > 0 && (lines > 0 || missed === 0) && (
          <p className="font-strong">{t("glossary.reach.done", { count: lines })}</p>
        )}
        {state === "finished" && scope.sentences > 0 && <p>{t("glossary.reach.summaries")}</p>}
        {state !== "initial" && missed > 0 && (
          <p className="text-14 text-ink-soft">{t("glossary.reach.missed", { count: missed })}</p>
        )}
      </div>
      {error && <ErrorNotice code={error} shape="row" />}
      <div className="flex flex-wrap justify-end gap-2">
        {state !== "running" && (
          <Link to={actionPath} onClick={closeWithoutNavigation(onClose)} preventScrollReset className={buttonClass()}>
            {state === "finished" && remainingCalls.length === 0 ? t("action.close") : t("glossary.reach.later")}
          </Link>
        )}
        {remainingCalls.length > 0 && (
          <Button type="submit" variant="primary" busy={state === "running"} data-autofocus>
            {state === "finished" ? t("action.retry") : t("glossary.reach.press")}
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}

function scopeText(t: TFunction, { lines, sentences }: RetranslationScope): string {
  const some = {
    lines: t("glossary.reach.lines", { count: lines }),
    sentences: t("glossary.reach.sentences", { count: sentences }),
  };
  if (lines > 0 && sentences > 0) return t("glossary.reach.both", some);
  return lines > 0 ? some.lines : some.sentences;
}

type ActionResult = GlossaryActionResult | { refused: unknown };

const releasedLines = (result: ActionResult): readonly string[] =>
  "kind" in result && result.kind === "retranslated" ? result.lineIds : [];

async function translate(env: PublicEnv, ids: readonly string[]): Promise<TranslatedAgain> {
  if (ids.length === 0) return { lines: 0, missed: 0, error: null };
  const loaded = await import("../translateReleased.client.ts").catch(() => null);
  return (await loaded?.translateReleased(env, ids)) ?? { lines: 0, missed: ids.length, error: "network/offline" };
}

function nextProgress(
  previous: RetranslationProgress,
  actionResult: ActionResult,
  translated: TranslatedAgain,
): RetranslationProgress {
  if ("kind" in actionResult && actionResult.kind === "retranslated") {
    const lines = previous.lines + translated.lines;
    const missed = previous.missed + translated.missed;
    // Each submission was for one call.
    const remainingCalls =
      actionResult.remainingCalls.length > 0 ? previous.remainingCalls : previous.remainingCalls.slice(1);
    const error = actionResult.error ?? translated.error;
    const continues = error === null && remainingCalls.length > 0;
    return { remainingCalls, lines, missed, error, state: continues ? "running" : "finished" };
  }
  const code =
    "refused" in actionResult ? actionResult.refused : actionResult.kind === "failed" ? actionResult.code : null;
  return { ...previous, error: isErrorCode(code) ? code : "bug/unexpected", state: "finished" };
}
