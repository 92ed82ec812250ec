import { rollup } from "rollup";
import { expect, test } from "vitest";
import { sharedPackages } from "./sharedPackages.ts";

const RUNTIME = `
  let loads = 0;
  export const c = (found) => ({ ...found });
  export const l = () => ({ name: "react", loads: ++loads });`;
const FIRST = `import { c as u, l as w } from "runtime"; var n = 1, a = u(w(), 1), z = u(n, 1); export const first = [a, n, z];`;
const SECOND = `import { c as w, l as u } from "runtime"; var e = w(u(), 1); { let e = 5; } export const second = [e];`;
const MODULES: Readonly<Record<string, string>> = {
  runtime: RUNTIME,
  first: FIRST,
  second: SECOND,
  all: `export * from "first"; export * from "second";`,
};

async function bundle(): Promise<string> {
  const files = {
    name: "files",
    resolveId: (id: string) => (id in MODULES ? id : null),
    load: (id: string) => MODULES[id] ?? null,
  };
  const bundled = await rollup({ input: "all", plugins: [files, sharedPackages], treeshake: false });
  const { output } = await bundled.generate({ format: "es" });
  return output[0].code;
}

test("modules share one import of a package", async () => {
  const code = await bundle();
  expect(code.match(/\(l\(\), 1\)/gu)).toHaveLength(1);
  const { first, second } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(first[0]).toBe(second[0]);
  expect(first).toEqual([{ name: "react", loads: 1 }, 1, {}]);
});
