import { formatMeetingCode, type Meeting } from "#contracts/meetings.ts";

/** To give away. Ends when the code is renewed. */
export const meetingLink = ({ code }: Pick<Meeting, "code">): string =>
  new URL(`/m/${formatMeetingCode(code)}`, location.origin).href;
