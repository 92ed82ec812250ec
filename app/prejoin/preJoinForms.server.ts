/** Parsers of the pre-join form. A `.server` file keeps them, and zod, out of browser bundles. */
export { freeColour } from "#contracts/colours.ts";
export { formatMeetingCode, meetingCode, wrongCodeCharacter } from "#contracts/meetings.ts";
export { parseParticipantForm, submittedValues } from "./participantForm.ts";
