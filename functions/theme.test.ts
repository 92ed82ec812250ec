import { expect, test } from "vitest";
import { themeCookie } from "~/lib/theme.ts";
import { chooseTheme } from "./theme.ts";

const choose = (cookie?: string) => chooseTheme(new Headers(cookie === undefined ? {} : { Cookie: cookie }));

test("reads the theme of its own cookie", () => {
  expect(choose(`locale=ar; ${themeCookie("dark").split(";")[0]}`)).toBe("dark");
  expect(choose(themeCookie("light").split(";")[0])).toBe("light");
});

test("follows the device without a valid cookie", () => {
  for (const cookie of [undefined, "theme=", "theme=system", 'theme="><script>', "theme=constructor"])
    expect(choose(cookie)).toBe("system");
});
