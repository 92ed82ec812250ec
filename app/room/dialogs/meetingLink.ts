import { formatMeetingCode, type Meeting } from "#contracts/meetings.ts";

/** The link for invitations. It changes when the code is replaced. */
export const meetingLink = ({ code }: Pick<Meeting, "code">): string =>
  new URL(`/m/${formatMeetingCode(code)}`, location.origin).href;
