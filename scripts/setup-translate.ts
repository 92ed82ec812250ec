/** `npm run translate:setup`: fetches Apertium as `npm run dev` does, in the foreground. It needs no root. */
import { APERTIUM_LANGUAGES, APERTIUM_PACKAGES, findApertium } from "./lib/apertium.ts";
import { describeFailure } from "./lib/apt/failure.ts";
import { fetchInForeground } from "./lib/apt/fetchInForeground.ts";
import { TRANSLATION_CHOICES } from "./lib/translationChoices.ts";

if ((await findApertium()) !== null) {
  console.log(`Apertium is here: ${APERTIUM_LANGUAGES}. \`npm run dev\` uses it.`);
} else {
  const result = await fetchInForeground(APERTIUM_PACKAGES);
  if (result.ok) {
    console.log(`Apertium is here: ${APERTIUM_LANGUAGES}. \`npm run dev\` uses it.`);
  } else {
    console.error(`${describeFailure(APERTIUM_PACKAGES.title, result.failure)}\n${TRANSLATION_CHOICES}`);
    process.exitCode = 1;
  }
}
