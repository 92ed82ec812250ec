import { expect, test } from "vitest";
import { foldText } from "./foldText.ts";

test("drops accents, case, ligatures and the final sigma", () => {
  expect(foldText("Ação ﬁn ΟΔΟΣ Ñandú")).toBe("acao fin οδοσ nandu");
  expect(foldText("كِتَاب")).toBe("كتاب");
});
