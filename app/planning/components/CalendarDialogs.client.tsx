/** The dialogs of the calendar's buttons, which load when they are opened. */
export { FeedDialog } from "./FeedDialog.client.tsx";
export { ImportDialog } from "./ImportDialog.client.tsx";
