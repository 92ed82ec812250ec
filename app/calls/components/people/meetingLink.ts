import { type Meeting, showCode } from "#contracts/meetings.ts";

/** To give away. Ends when the code is renewed. */
export const meetingLink = ({ code }: Pick<Meeting, "code">): string =>
  new URL(`/m/${showCode(code)}`, location.origin).href;
