import type { Confirmation, ConfirmationPerson } from "#contracts/confirmations.ts";
import type { Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { TranscriptText } from "~/transcripts/TranscriptText.tsx";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { wordingRead } from "../wordingRead.ts";

interface Wording {
  readonly text: string;
  readonly language: Language;
  readonly people: ConfirmationPerson[];
}

/** Groups those who answered by the wording that they read. */
function wordingsOf({ people }: Confirmation, line: TranscriptLine): readonly Wording[] {
  const wordings = new Map<string, Wording>();
  for (const person of people) {
    if (person.answer === null) continue;
    const { text, language } = wordingRead(person, line);
    const wording = wordings.get(`${language} ${text}`) ?? { text, language, people: [] };
    wording.people.push(person);
    wordings.set(`${language} ${text}`, wording);
  }
  return [...wordings.values()];
}

interface ReadWordingsProps {
  confirmation: Confirmation;
  line: TranscriptLine;
  me: string | null;
}

/** The wordings that people answered, which may be translations. */
export function ReadWordings({ confirmation, line, me }: ReadWordingsProps) {
  const t = useMessages();
  const format = useFormatters();
  const wordings = wordingsOf(confirmation, line);
  if (wordings.every(({ language }) => language === line.language)) return null;
  return (
    <details className="border-t border-line px-4 py-2.5 min-[40rem]:px-5">
      <summary className="w-max max-w-full cursor-pointer text-13 text-ink-soft hover:text-ink pointer-coarse:py-2">
        {t("confirmations.wordings")}
      </summary>
      <ul className="mt-2 grid gap-3">
        {wordings.map(({ text, language, people }) => (
          <li key={`${language} ${text}`}>
            <p className="text-13 text-ink-soft">
              {format.list(
                people.map(({ user_id, display_name }) =>
                  user_id === me ? t("confirmations.you") : `\u2068${display_name}\u2069`,
                ),
              )}
              {" · "}
              {t("confirmations.readIn", { language: format.languageName(language) })}
            </p>
            <TranscriptText words={{ text, language }} className="text-14" />
          </li>
        ))}
      </ul>
    </details>
  );
}
