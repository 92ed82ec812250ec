/**
 * Minifies an ES module. The minifier takes a name in a parameter's default value for a local variable of the same name
 * (`(max = i.max) => { let i = 0; … }`), and the compiler's short names coincide often. So each variable gets a name of its
 * own first.
 */
import { transform } from "esbuild";
import { minify } from "terser";

export async function minifyModule(code: string): Promise<string> {
  const { code: distinct } = await transform(code, { format: "esm" });
  // No module reads a property only for its effect.
  const compress = { passes: 3, pure_getters: true };
  const { code: minified } = await minify(distinct, { module: true, ecma: 2020, compress });
  if (minified === undefined) throw new Error("The minifier returned no code for a module.");
  return minified;
}
