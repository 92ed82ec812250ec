import { expect, test } from "vitest";
import { minifyModule } from "./minifyModule.ts";

/** Runs a module with one default export. */
const run = async (code: string) =>
  (await import(`data:text/javascript,${encodeURIComponent(await minifyModule(code))}`)).default;

test.each([
  "const i = { max: 5 }; export default ((all, max = i.max) => { let i = 0; for (const k of all) i += k; return [i, max]; })([1, 2]);",
  "const i = { max: 5 }; export default ((all, max = i.max) => { let [i] = [0]; for (const k of all) i += k; return [i, max]; })([1, 2]);",
  "const i = { max: 5 }; export default ((all, { max = i.max }) => { var i = 0; for (const k of all) i += k; return [i, max]; })([1, 2], {});",
])("a default value keeps its variable", async (code) => {
  expect(await run(code)).toEqual([3, 5]);
});
