/** Mentions, links and code in a line, through the database, the edge function and the real Apertium. */
import { composerField, joinInesAndTom } from "../support/chat.ts";
import { expect, test } from "../support/test.ts";
import { lineWithText, sendMessage } from "../support/userActions.ts";

test("a translated line keeps mentions, links and code", async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  await sendMessage(ines, "@Tom Whitaker, la casa es grande: https://example.com/docs");
  const line = lineWithText(tom, "the house is big");
  await expect(line.locator("bdi", { hasText: "@Tom Whitaker" })).toBeVisible();
  await expect(line).toContainText("Mentions you");
  const address = line.getByRole("link", { name: "https://example.com/docs" });
  await expect(address).toHaveAttribute("href", "https://example.com/docs");
  await expect(address).toHaveAttribute("rel", /noopener noreferrer/u);

  await composerField(ines).fill("LA CASA ES GRANDE Y ROJA");
  await composerField(ines).press("Enter");
  await expect(lineWithText(tom, "THE HOUSE IS BIG AND RED")).toHaveCount(1);

  await composerField(ines).fill("La sala mide 5*3 metros\n```\nla casa\n```");
  await composerField(ines).press("Enter");
  await expect(lineWithText(tom, "The room measures 5*3 metres")).toContainText("``` la casa ```");
});
