import { describe, expect, test } from "vitest";
import { fromStream, splitLines, toStream } from "../format.ts";
import { translateText } from "../translateText.ts";

const streamOf = (text: string) => splitLines(text).map(({ segments }) => toStream(segments).slice(0, -"[][]".length));

describe("toStream", () => {
  test.each([
    ["La casa, ¿verdad?", "La casa, ¿verdad?"],
    ["5*3 o *6", "[5*3] o [*6]"],
    ["**no** <the b>", "[**]no[**] [\\<]the b[\\>]"],
    ["README.md v2.1 U.S. EE.UU.", "[README.md] [v2.1] U.S. EE.UU."],
    ["y +34 o *6, 18+", "y [+34] o [*6], [18+]"],
    ["20€, $50, 3,5 €", "[20€], [$50], 3,5 €".replace("$", "\\$")],
    ["a_b https://a.b/c#d.", "[a_b] [https:\\/\\/a.b\\/c#d]."],
    ["@tom #casa #3", "[\\@tom] [#casa] [#3]"],
    ["~/casa $CASA /usr", "[~\\/casa] [\\$CASA] [\\/usr]"],
    ["10:30 y 3.5", "[10:30] y 3.5"],
    ["{name} [[0]] `a b`", "[\\{name\\}] [\\[\\[0\\]\\]] [`a b`]"],
    ["¡hola😀!", "¡hola[😀]!"],
    ["5️⃣ a\u00A0b", "[5️⃣] a[\u00A0]b"],
    ["no-no 'sí' — l’eau…", "no-no 'sí' — l’eau…"],
  ])("writes %j as %j", (text, stream) => {
    expect(streamOf(text)).toEqual([stream]);
  });

  test("writes lines apart, and code blocks whole", () => {
    expect(streamOf("uno\r\ndos ```a\nb``` tres")).toEqual(["uno", "dos [```a\nb```] tres"]);
  });
});

describe("fromStream", () => {
  test.each([
    ["a [\\<b\\>] c[][]", "a <b> c"],
    ["*casa #casa @casa \\@casa ~de", "casa casa casa @casa de"],
    ["el<prn><tn> ^casa<n>$ x\0", "el casa x"],
    ["[unfinished", "unfinished"],
    ["unfinished\\", "unfinished"],
    ["a ] b < c", "a  b  c"],
  ])("reads %j as %j", (stream, text) => {
    expect(
      fromStream(stream)
        .map((segment) => segment.text)
        .join(""),
    ).toBe(text);
  });
});

describe("translateText", () => {
  const broken = (text: string, change: (stream: string) => string) => {
    const streams: string[] = [];
    return translateText(text, async (stream) => {
      streams.push(stream);
      return change(stream);
    }).then((translation) => ({ translation, requests: streams.length }));
  };

  test("translates around pieces that come back changed", async () => {
    const upper = (stream: string) => stream.toUpperCase();
    for (const change of [
      (stream: string) => upper(stream).replace(/\[[^\]]+\]/u, ""),
      (stream: string) => upper(stream).replace(/\[[^\]]+\]/u, "$&$&"),
      (stream: string) => upper(stream).replace("3", "4"),
      (stream: string) => upper(stream).replace("3", ""),
    ]) {
      const { translation, requests } = await broken("uno README.md dos 3 y tres", change);
      expect(translation).toBe("uNO README.md dOS 3 y TRES");
      expect(requests).toBe(4);
    }
  });

  test("sends nothing without letters", async () => {
    expect(await broken(" 5*3 = 😀\n\n", () => "x")).toEqual({ translation: " 5*3 = 😀\n\n", requests: 0 });
  });

  test("keeps outer blanks and a small initial", async () => {
    expect((await broken("  la casa \n", () => " The house[][]")).translation).toBe("  the house \n");
    expect((await broken("quiero", () => "I want[][]")).translation).toBe("I want");
    expect((await broken("La casa", () => "The  house[][]")).translation).toBe("The house");
    expect((await broken("la  casa", () => "the  house[][]")).translation).toBe("the  house");
  });
});
