import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errors.tsx";
import { Field } from "~/ui/Field.tsx";
import { LocaleForm } from "~/ui/LocaleMenu.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { TopBar } from "~/ui/TopBar.tsx";
import { Score } from "./Score.tsx";

export interface LandingProps {
  /** `id` is the meeting's, made by the page: the same press twice opens one meeting. Posts `intent=start`, `id`. */
  start: { readonly id: string; readonly busy: boolean; readonly error?: ErrorCode };
  /** `code` is what was typed, kept through an error. Posts `intent=join`, `code`. */
  join: { readonly code: string; readonly busy: boolean; readonly error?: ErrorCode };
}

/** `/`: what Parley is, one press to a new meeting, a field for a code. Both forms work without scripts. */
export function Landing({ start, join }: LandingProps) {
  const t = useMessages();
  return (
    <>
      <TopBar path="/" className="max-w-hero" />
      <main>
        <div className="mx-auto grid max-w-hero items-center gap-10 px-4 pt-8 pb-10 l:grid-cols-[5fr_6fr] l:gap-16 l:px-8 l:py-16 *:min-w-0">
          <div>
            <h1 className="text-[34px] leading-tight font-head tracking-[-0.03em] text-balance s:text-48">
              {t("landing.headline")}
            </h1>
            <p className="mt-5 mb-8 max-w-[34em] text-18 text-pretty text-ink-soft">{t("landing.lede")}</p>
            <div className="grid max-w-105 gap-3">
              <Form method="post" className="grid">
                <input type="hidden" name="intent" value="start" />
                <input type="hidden" name="id" value={start.id} />
                <Button type="submit" variant="primary" size="l" busy={start.busy}>
                  {start.busy ? t("landing.starting") : t("landing.start")}
                </Button>
              </Form>
              {start.error && <ErrorNotice code={start.error} shape="row" />}
              <JoinForm {...join} />
            </div>
            <p className="mt-4 text-14 text-ink-soft">{t("landing.joinHint")}</p>
          </div>
          <Score />
        </div>
        <Facts />
      </main>
      <footer className="border-t border-line">
        <nav aria-label={t("landing.languages")} className="mx-auto max-w-hero px-4 pt-3 pb-6 l:px-8">
          <LocaleForm
            path="/"
            className="flex flex-wrap gap-x-5.5 gap-y-1"
            itemClass="min-h-control text-ink-soft hover:text-ink aria-[current]:font-strong aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_var(--accent)]"
          />
        </nav>
      </footer>
    </>
  );
}

function JoinForm({ code, busy, error }: LandingProps["join"]) {
  const t = useMessages();
  return (
    <Form method="post" className="flex items-start gap-2">
      <input type="hidden" name="intent" value="join" />
      <Field label={t("landing.code")} labelHidden error={error && errorText(t, error)} className="min-w-0 flex-1">
        {(control) => (
          <TextInput
            {...control}
            name="code"
            dir="ltr"
            defaultValue={code}
            placeholder="k3f9-2mxa-7qpd"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            className="min-h-control-l tabular-nums"
          />
        )}
      </Field>
      <Button type="submit" busy={busy} className="min-h-control-l">
        {t("landing.join")}
      </Button>
    </Form>
  );
}

function Facts() {
  const t = useMessages();
  return (
    <div className="mx-auto grid max-w-hero gap-8 px-4 pb-16 l:grid-cols-3 l:px-8">
      <Fact title={t("landing.door.title")} text={t("landing.door.text")}>
        <div className="flex flex-wrap gap-2">
          <Chip tone="accent">
            {t("language.speaks")}
            <b lang="ar" dir="rtl" className="font-head">
              العربية
            </b>
          </Chip>
          <Chip tone="accent">
            {t("language.reads")}
            <b lang="en" className="font-head">
              English
            </b>
          </Chip>
        </div>
      </Fact>
      <Fact title={t("landing.original.title")} text={t("landing.original.text")}>
        <div data-person="8">
          <p>{t("landing.original.example")}</p>
          <p lang="ja" className="mt-1 border-s-2 border-person ps-3 text-14 text-ink-soft">
            二番目のグループと一緒に歩けます。
          </p>
        </div>
      </Fact>
      <Fact title={t("landing.direct.title")} text={t("landing.direct.text")}>
        <div aria-hidden="true" className="flex items-center gap-2 text-line-strong">
          <Avatar number={1} name="Inés" />
          <span className="w-16 border-t-2 border-dotted" />
          <Avatar number={2} name="Tom" />
          <span className="w-16 border-t-2 border-dotted" />
          <Avatar number={8} name="遥" />
        </div>
      </Fact>
    </div>
  );
}

function Fact({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid grid-rows-[auto_1fr] gap-4 border-t border-line pt-5">
      <div>
        <h2 className="text-18 leading-snug font-head">{title}</h2>
        <p className="mt-1 text-pretty text-ink-soft">{text}</p>
      </div>
      <div className="self-end">{children}</div>
    </section>
  );
}
