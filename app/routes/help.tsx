import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { MEASURES, type MeasureName } from "#contracts/measures.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { ShortcutList } from "~/room/ShortcutList.tsx";
import { TopBar } from "~/ui/TopBar.tsx";

await loadNamespaces("help", "keys");

const CHAPTERS = [
  { id: "join", title: "help.join.title", says: ["help.join.link", "help.join.name", "help.join.start"] },
  {
    id: "languages",
    title: "help.languages.title",
    says: ["help.languages.speak", "help.languages.read", "help.languages.original", "help.languages.buttons"],
  },
  {
    id: "confirmations",
    title: "help.confirmations.title",
    says: [
      "help.confirmations.ask",
      "help.confirmations.answer",
      "help.confirmations.again",
      "help.confirmations.owner",
      "help.confirmations.email",
    ],
  },
  {
    id: "media",
    title: "help.media.title",
    says: ["help.media.allow", "help.media.busy", "help.media.sound", "help.media.without"],
  },
  {
    id: "find-files",
    title: "help.findFiles.title",
    says: ["help.findFiles.search", "help.findFiles.contents", "help.findFiles.filters"],
  },
  {
    id: "privacy",
    title: "help.privacy.title",
    says: [
      "help.privacy.media",
      "help.privacy.lines",
      "help.privacy.summary",
      "help.privacy.device",
      "help.privacy.remembered",
    ],
  },
  {
    id: "files",
    title: "help.files.title",
    says: ["help.files.open", "help.files.comments", "help.files.place", "help.files.previews", "help.files.delete"],
  },
  { id: "measures", title: "help.measures.title", says: ["help.measures.text"] },
  { id: "keys", title: "help.keys.title", says: ["help.keys.text"] },
] as const satisfies readonly { id: string; title: MessageKey; says: readonly MessageKey[] }[];

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Parley" }];

export const loader = ({ context }: LoaderFunctionArgs) => ({
  title: `${getTranslator(context.locale)("help.title")} · Parley`,
});

/** `/help`: short answers, one page, in every UI language. */
export default function HelpRoute() {
  const t = useMessages();
  return (
    <>
      <TopBar path="/help" className="max-w-page" />
      <main className="mx-auto grid w-full max-w-page gap-x-16 gap-y-8 px-4 pt-4 pb-24 m:grid-cols-[220px_minmax(0,1fr)] m:px-8 m:pt-8">
        <div className="m:col-span-2">
          <h1 className="text-28 leading-tight font-head tracking-head m:text-36">{t("help.title")}</h1>
          <p className="mt-3 max-w-[38em] text-18 text-pretty text-ink-soft">{t("help.lede")}</p>
        </div>
        <nav
          aria-label={t("help.contents")}
          className="content-start border-t border-line pt-3 m:sticky m:top-4 m:self-start"
        >
          <ul>
            {CHAPTERS.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-control items-center rounded-s leading-snug text-ink-soft no-underline hover:text-ink"
                >
                  {t(title)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid max-w-[38em] gap-10">
          {CHAPTERS.map(({ id, title, says }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6 border-t border-line pt-5">
              <h2 id={`${id}-title`} className="text-22 leading-snug font-head">
                {t(title)}
              </h2>
              {says.map((key) => (
                <p key={key} className="mt-3 text-pretty">
                  {t(key)}
                </p>
              ))}
              {id === "measures" && <MeasureList />}
              {id === "keys" && (
                <div className="mt-4 max-w-105">
                  <ShortcutList />
                </div>
              )}
            </section>
          ))}
        </div>
      </main>
    </>
  );
}

const MEASURE_NAMES = Object.keys(MEASURES).filter((name): name is MeasureName => Object.hasOwn(MEASURES, name));

/** Each measure with its formula and its limits. */
function MeasureList() {
  const t = useMessages();
  return (
    <dl className="mt-4 grid gap-5">
      {MEASURE_NAMES.map((name) => (
        <div key={name} id={`measure-${name}`} className="scroll-mt-6">
          <dt className="flex flex-wrap items-baseline gap-x-3 font-strong">
            {t(`help.measure.${name}`)}
            <code dir="ltr" className="text-14 font-body text-ink-soft">
              {MEASURES[name].formula}
            </code>
          </dt>
          <dd className="mt-1 text-pretty">{t(`help.measure.${name}.text`)}</dd>
        </div>
      ))}
    </dl>
  );
}
