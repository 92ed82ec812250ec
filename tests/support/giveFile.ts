import type { Page } from "@playwright/test";

/** Drops or pastes a file as another program would. */
export const giveFile = (page: Page, on: string, event: "dragenter" | "drop" | "paste", name: string) =>
  page.locator(on).evaluate(
    (target, { event, name }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["uno,dos\n"], name, { type: "text/csv" }));
      const init = { bubbles: true, cancelable: true };
      const given =
        event === "paste"
          ? new ClipboardEvent(event, { ...init, clipboardData: transfer })
          : new DragEvent(event, { ...init, dataTransfer: transfer });
      target.dispatchEvent(given);
    },
    { event, name },
  );
