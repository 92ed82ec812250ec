import { type SelectHTMLAttributes, useEffect, useRef, useState } from "react";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { lazyModule } from "~/ui/lazy.tsx";
import { Select } from "~/ui/Select.tsx";
import { groupLanguages, type LanguageTranslation } from "./languageGroups.ts";

const LazySearch = lazyModule([], () => import("./LanguageSearch.client.tsx"));

interface LanguageSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Shown first: the browser's preferred languages and those of the call. */
  suggested: readonly Language[];
  /** Tells translated languages from the others. */
  translation?: LanguageTranslation;
  /** Whether the browser's own list is kept. */
  native?: boolean;
}

/**
 * All languages by their own names: the suggested ones, the translated ones, the others. A native select, which works
 * before hydration. Once a pointer or the focus comes near, a search loads that opens in place of the native list.
 */
export function LanguageSelect({ suggested, translation, native = false, ...rest }: LanguageSelectProps) {
  const t = useMessages();
  const select = useRef<HTMLSelectElement>(null);
  const [used, setUsed] = useState(false);
  const use = () => setUsed(!native);
  // A finger gives no sign before it presses, and a pointer or the focus may have come before hydration.
  useEffect(() => {
    if (matchMedia("(pointer: coarse)").matches || select.current?.matches(":hover, :focus")) setUsed(!native);
  }, [native]);
  const groups = groupLanguages(suggested, translation);
  return (
    <span className="relative grid">
      <Select ref={select} onPointerEnter={use} onFocus={use} {...rest}>
        {groups.map(({ label, codes }) => (
          <optgroup key={label} label={t(label)}>
            {codes.map((code) => (
              <option key={code} value={code} lang={code} dir={LANGUAGES[code].dir}>
                {LANGUAGES[code].name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <LazySearch.LazyBoundary active={used} onFailed={() => setUsed(false)}>
        {({ LanguageSearch }) => <LanguageSearch select={select} groups={groups} />}
      </LazySearch.LazyBoundary>
    </span>
  );
}
