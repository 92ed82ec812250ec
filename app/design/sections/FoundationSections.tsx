import { TYPE_SAMPLES } from "./examples.ts";
import { DesignSection } from "./layout.tsx";

/** Names of the tokens in `styles/tokens.css`. */
const COLOUR_TOKENS = [
  ..."surface raised sunken hover room ink ink-soft line line-strong accent accent-soft mark".split(" "),
  ..."danger danger-soft success success-soft warning warning-soft".split(" "),
];
const PERSON_COLOUR_TOKENS = Array.from({ length: 12 }, (_, index) => `person-${index + 1}`);

export function FoundationSections() {
  return (
    <>
      <DesignSection name="colour">
        <Swatches names={COLOUR_TOKENS} />
        <Swatches names={PERSON_COLOUR_TOKENS} />
      </DesignSection>
      <DesignSection name="type">
        <ul className="grid gap-3">
          {TYPE_SAMPLES.map(({ size, className, lang, dir, text }) => (
            <li key={size} className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline gap-4">
              <span className="text-13 text-ink-soft tabular-nums">{size}</span>
              <span
                lang={lang}
                dir={dir ?? "ltr"}
                className={`${className} justify-self-start leading-snug text-start`}
              >
                {text}
              </span>
            </li>
          ))}
        </ul>
      </DesignSection>
    </>
  );
}

function Swatches({ names }: { names: readonly string[] }) {
  return (
    <ul dir="ltr" className="grid grid-cols-2 gap-3 s:grid-cols-4 m:grid-cols-6">
      {names.map((name) => (
        <li key={name} className="grid gap-1 text-13 text-ink-soft">
          <span
            style={{ background: `var(--${name})` }}
            className="h-11 rounded-[8px] border border-line forced-color-adjust-none"
          />
          <code className="font-sans">{name}</code>
        </li>
      ))}
    </ul>
  );
}
