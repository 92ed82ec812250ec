/** What a function says of an environment that is wrong. */
import assert from "node:assert/strict";

type Variables = Readonly<Record<string, string>>;

/** How it is called, the variables, the sentence. What must not be said holds `s3cret`. */
export type ConfigError = readonly [name: string, env: Variables, sentence: RegExp];

/** A test for each: `read` throws the sentence, one line without a value. */
export function testConfigErrors(
  about: string,
  mistakes: readonly ConfigError[],
  read: (env: Variables) => unknown,
): void {
  for (const [name, env, sentence] of mistakes) {
    Deno.test(`${about}: ${name} is said in one line, without a value`, () => {
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
