/** Apart from the schemas, because small pages load it. */
export const CONFIRMATION_ANSWERS = ["understood", "unclear", "different"] as const;
/** `unclear` comes with a question, `different` with the person's own wording. */
export type ConfirmationAnswer = (typeof CONFIRMATION_ANSWERS)[number];
