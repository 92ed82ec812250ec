import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { LanguageName } from "~/languages/index.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorCard } from "~/ui/ErrorCard.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import type { Said, WaitingSnapshot, WaitingState } from "../core/waiting.ts";
import { SaidForm } from "./SaidForm.tsx";
import { useTimeLeft } from "./useTimeLeft.ts";

interface WaitingScreenProps {
  now: WaitingSnapshot;
  likely: readonly Language[];
  onAsk(said?: Said): Promise<boolean>;
  onLeave(): void;
}

/** How one's knock stands, and what one can do meanwhile. */
export function WaitingScreen({ now, likely, onAsk, onLeave }: WaitingScreenProps) {
  const { state, said, asking, trouble } = now;
  const t = useMessages();
  const again = (
    <Button variant="primary" size="l" busy={asking} onClick={() => void onAsk()}>
      {asking ? t("door.knocking") : t("waiting.again")}
    </Button>
  );
  const { name } = state;
  const wrong = trouble && <ErrorNotice code={trouble} shape="row" />;
  switch (state.name) {
    case "waiting":
      return (
        <Standing
          name={name}
          title={t("waiting.title")}
          text={t(now.inside === false ? "waiting.nobody" : "waiting.asked")}
          busy
        >
          <Asked said={said} until={state.until} />
          {wrong}
          <Change said={said} likely={likely} busy={asking} onAsk={onAsk} />
          <Button size="l" onClick={onLeave}>
            {t("waiting.leave")}
          </Button>
        </Standing>
      );
    case "denied":
      return (
        <Standing name={name} title={t("waiting.denied")} text={t("waiting.deniedText")}>
          {state.mayAsk ? <p>{t("waiting.againNow")}</p> : <Countdown until={state.againAt} />}
          {wrong}
          {state.mayAsk && again}
          <Button size="l" onClick={onLeave}>
            {t("waiting.back")}
          </Button>
        </Standing>
      );
    case "lapsed":
      return (
        <Standing name={name} title={t("waiting.lapsed")} text={t("waiting.lapsedText")}>
          {wrong}
          {again}
          <Button size="l" onClick={onLeave}>
            {t("waiting.back")}
          </Button>
        </Standing>
      );
    case "over":
      return <ErrorCard code={state.error.code} />;
    case "admitted":
    case "left":
      return <Standing name={name} title={t("door.entering")} text="" busy />;
    default:
      return state satisfies never;
  }
}

interface StandingProps {
  name: WaitingState["name"];
  title: string;
  text: string;
  /** Something is going on by itself. */
  busy?: boolean;
  children?: ReactNode;
}

function Standing({ name, title, text, busy = false, children }: StandingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each state what was pressed may be gone
  useEffect(() => {
    // Then the keyboard goes on from here; what is still there keeps it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <section className="grid gap-5">
      <div role="status">
        <h1
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-3 text-28 leading-tight font-head tracking-head text-balance outline-none"
        >
          {busy && <Spinner className="size-5! text-accent" />}
          {title}
        </h1>
        <p className="mt-3 text-pretty text-ink-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}

function Asked({ said: { display_name, speaks, reads }, until }: { said: Said; until: number }) {
  const t = useMessages();
  const format = useFormat();
  return (
    <div className="grid gap-1 text-14 text-pretty text-ink-soft">
      <p>
        {t.rich("waiting.as", {
          name: <bdi className="font-strong text-ink">{display_name}</bdi>,
          speaks: <LanguageName code={speaks} />,
          reads: <LanguageName code={reads} />,
        })}
      </p>
      <p>{t("waiting.until", { time: format.time(until) })}</p>
    </div>
  );
}

function Change({
  said,
  likely,
  busy,
  onAsk,
}: Pick<WaitingScreenProps, "likely" | "onAsk"> & { said: Said; busy: boolean }) {
  const t = useMessages();
  const [changing, setChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const changed = useRef(false);
  useEffect(() => {
    if (changed.current && !changing) button.current?.focus();
    changed.current = changing;
  }, [changing]);
  if (!changing)
    return (
      <div>
        <Button ref={button} size="s" onClick={() => setChanging(true)}>
          {t("waiting.change")}
        </Button>
      </div>
    );
  return (
    <SaidForm
      said={said}
      likely={likely}
      busy={busy}
      onSave={(next) => void onAsk(next).then((done) => done && setChanging(false))}
      onCancel={() => setChanging(false)}
    />
  );
}

function Countdown({ until }: { until: number }) {
  const t = useMessages();
  const format = useFormat();
  const left = useTimeLeft(until);
  return <p className="tabular-nums">{t("waiting.againIn", { time: format.duration(left) })}</p>;
}
