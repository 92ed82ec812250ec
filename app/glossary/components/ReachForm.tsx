import { Link, useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { type Translate, useFormat, useMessages } from "~/i18n/index.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { GlossaryAnswer, Reach, Retranslated } from "../view.ts";
import { keepPage } from "./DeleteForm.tsx";
import { Word } from "./Word.tsx";

interface ReachFormProps {
  address: string;
  reach: Reach;
  /** What came of it, where there are no scripts. */
  came: Retranslated | null;
  onClose(): void;
}

interface Work {
  readonly left: readonly string[];
  readonly lines: number;
  readonly missed: number;
  readonly error: ErrorCode | null;
  readonly state: "asked" | "going" | "over";
}

const begun = (reach: Reach, came: Retranslated | null): Work => ({
  left: came?.left ?? reach.calls.map(({ id }) => id),
  lines: came?.lines ?? 0,
  missed: came?.missed ?? 0,
  error: came?.error ?? null,
  state: came === null ? "asked" : "over",
});

/** Whether to have translated again what contains a term; one call after the other, so that one sees how far it is. */
export function ReachForm({ address, reach, came, onClose }: ReachFormProps) {
  const t = useMessages();
  const format = useFormat();
  const fetcher = useFetcher<GlossaryAnswer | { refused: unknown }>();
  const [work, setWork] = useState(() => begun(reach, came));
  const { left, lines, missed, error, state } = work;
  const heard = useRef<unknown>(fetcher.data);
  const next = left[0];
  const ask = () => {
    if (next === undefined) return;
    const form = new FormData();
    form.set("intent", "retranslate");
    form.set("id", reach.id);
    form.set("call", next);
    fetcher.submit(form, { method: "post", action: address });
  };
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined || heard.current === fetcher.data) return;
    heard.current = fetcher.data;
    const answer = fetcher.data;
    setWork((before) => after(before, answer));
  }, [fetcher.state, fetcher.data]);
  // The next one, once the one before is told of.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is another at each drawing, and each call is asked for once.
  useEffect(() => {
    if (state === "going") ask();
  }, [state, next]);
  const all = reach.calls.length;
  const word = (
    <Word key="term" language={reach.language}>
      {reach.term}
    </Word>
  );
  return (
    <fetcher.Form
      method="post"
      action={address}
      onSubmit={(event) => {
        event.preventDefault();
        setWork({ ...work, error: null, state: "going" });
      }}
      className="mt-2 grid gap-5"
    >
      <input type="hidden" name="intent" value="retranslate" />
      <input type="hidden" name="id" value={reach.id} />
      {left.map((call) => (
        <input key={call} type="hidden" name="call" value={call} />
      ))}
      <p className="text-pretty text-ink-soft">
        {t.rich("glossary.reach.text", {
          term: word,
          lines: placesOf(t, reach),
          calls: t("glossary.reach.calls", { count: all }),
        })}
        {state !== "over" && reach.sentences > 0 && <> {t("glossary.reach.summaries")}</>}
      </p>
      <div role="status" className="grid gap-1 empty:hidden">
        {state === "going" && (
          <p className="font-strong">
            {t("glossary.reach.working", {
              number: format.number(Math.min(all - left.length + 1, all)),
              all: format.number(all),
            })}
          </p>
        )}
        {state === "over" && reach.lines > 0 && (
          <p className="font-strong">{t("glossary.reach.done", { count: lines })}</p>
        )}
        {state === "over" && reach.sentences > 0 && <p>{t("glossary.reach.summaries")}</p>}
        {state !== "asked" && missed > 0 && (
          <p className="text-14 text-ink-soft">{t("glossary.reach.missed", { count: missed })}</p>
        )}
      </div>
      {error && <ErrorNotice code={error} shape="row" />}
      <div className="flex flex-wrap justify-end gap-2">
        {state !== "going" && (
          <Link to={address} onClick={keepPage(onClose)} preventScrollReset className={buttonClass()}>
            {state === "over" && left.length === 0 ? t("action.close") : t("glossary.reach.later")}
          </Link>
        )}
        {left.length > 0 && (
          <Button type="submit" variant="primary" busy={state === "going"} data-autofocus>
            {state === "over" ? t("action.retry") : t("glossary.reach.press")}
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}

function placesOf(t: Translate, { lines, sentences }: Reach): string {
  const some = {
    lines: t("glossary.reach.lines", { count: lines }),
    sentences: t("glossary.reach.sentences", { count: sentences }),
  };
  if (lines > 0 && sentences > 0) return t("glossary.reach.both", some);
  return lines > 0 ? some.lines : some.sentences;
}

function after(before: Work, answer: GlossaryAnswer | { refused: unknown }): Work {
  if ("kind" in answer && answer.kind === "retranslated") {
    const lines = before.lines + answer.lines;
    const missed = before.missed + answer.missed;
    // It was asked for one alone.
    const left = answer.left.length > 0 ? before.left : before.left.slice(1);
    const going = answer.error === null && left.length > 0;
    return { left, lines, missed, error: answer.error, state: going ? "going" : "over" };
  }
  const said = "refused" in answer ? answer.refused : answer.kind === "failed" ? answer.code : null;
  return { ...before, error: isErrorCode(said) ? said : "bug/unexpected", state: "over" };
}
