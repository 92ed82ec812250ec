/** Tests of wrong environments. */
import assert from "node:assert/strict";

type Variables = Readonly<Record<string, string>>;

/** The name, the variables and the expected sentence. Values that must not be printed contain `s3cret`. */
export type ConfigError = readonly [name: string, env: Variables, sentence: RegExp];

/** Adds a test for each: `read` throws the sentence, in one line and without a value. */
export function testConfigErrors(
  subject: string,
  mistakes: readonly ConfigError[],
  read: (env: Variables) => unknown,
): void {
  for (const [name, env, sentence] of mistakes) {
    Deno.test(`${subject}: rejects ${name} without printing a value`, () => {
      assert.throws(
        () => read(env),
        (error: Error) => {
          assert.match(error.message, sentence);
          assert.doesNotMatch(error.message, /s3cret|\n/u);
          return true;
        },
      );
    });
  }
}
