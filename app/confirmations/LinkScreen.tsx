import { Logo } from "~/ui/Logo.tsx";
import { LinkChoices } from "./components/LinkChoices.tsx";
import { LinkSent } from "./components/LinkSent.tsx";
import { LinkWordsForm } from "./components/LinkWordsForm.tsx";
import { StopEmails } from "./components/StopEmails.tsx";
import type { LinkAnswerError, LinkedView, LinkPageView } from "./linkPageView.ts";

interface LinkAnswerProps {
  view: LinkPageView;
  busy: boolean;
  error: LinkAnswerError | null;
}

interface LinkScreenProps extends LinkAnswerProps {
  /** Emails were just switched off. */
  stopped: boolean;
}

/** `/confirm/:token`: the decision, and the answers at the thumb. A button sends them, because mail scanners follow links. */
export function LinkScreen({ view, busy, error, stopped }: LinkScreenProps) {
  const { language, dir, languageName, texts, linked } = view;
  const refused = view.refused ?? (error === "changed" || error === "refused" ? error : null);
  return (
    <div lang={language} dir={dir} className="mx-auto flex min-h-dvh max-w-[36rem] flex-col">
      <header className="flex items-center justify-between px-5 py-4">
        <Logo />
        <span className="text-14 text-ink-soft">{languageName}</span>
      </header>
      <main className="flex flex-1 flex-col">
        {refused !== null || linked === null ? (
          <div className="grid gap-2 px-5 py-8">
            <h1 className="text-22 leading-snug font-head">{texts[refused ?? "refused"]}</h1>
            <p className="text-pretty text-ink-soft">{refused === "changed" ? texts.changedText : texts.refusedText}</p>
          </div>
        ) : (
          <>
            <Decision linked={linked} heading={texts.heading} />
            <div className="sticky bottom-0 border-t border-line bg-raised px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] min-[40rem]:mb-10 min-[40rem]:rounded-l min-[40rem]:border">
              <Answer {...{ view, linked, busy, error }} />
            </div>
          </>
        )}
      </main>
      {refused !== "refused" && <StopEmails texts={texts} stopped={stopped || view.emails === false} busy={busy} />}
    </div>
  );
}

function Decision({ linked, heading }: { linked: LinkedView; heading: string }) {
  const { meeting, about, decision, note, original } = linked;
  const quote = note !== null && (
    <div className="border-s-3 border-accent ps-3 text-14 leading-snug text-ink-soft">
      <p className="text-13">{note}</p>
      {original !== null && (
        <p lang={original.language} dir={original.dir} className="mt-1 whitespace-pre-wrap wrap-anywhere">
          {original.text}
        </p>
      )}
    </div>
  );
  return (
    <div className="grid flex-1 content-start gap-5 px-5 py-4 min-[40rem]:flex-none min-[40rem]:pb-8">
      <p className="text-14 leading-snug text-ink-soft">
        <bdi>{meeting}</bdi>
        <br />
        {about}
      </p>
      <h1 className="text-22 leading-snug font-head tracking-head">{heading}</h1>
      {original === null && quote}
      <p
        lang={decision.language}
        dir={decision.dir}
        className="text-18 leading-normal font-strong whitespace-pre-wrap wrap-anywhere"
      >
        {decision.text}
      </p>
      {original !== null && quote}
    </div>
  );
}

function Answer({ view, linked, busy, error }: LinkAnswerProps & { linked: LinkedView }) {
  const { sent, answer, choice } = linked;
  if (sent && answer !== null) return <LinkSent view={view} linked={linked} answer={answer} />;
  if (choice === "unclear" || choice === "different")
    return <LinkWordsForm key={choice} {...{ view, linked, choice, busy, error }} />;
  return <LinkChoices {...{ view, linked, busy, error }} />;
}
