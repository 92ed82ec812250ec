/** Sizes of the home page and of the page of a meeting. */
export const HOME = {
  homePageMeetings: 20,
  /** Participants named for each meeting on the home page. */
  homePageNamesPerMeeting: 5,
  /** Decisions and open tasks on the home page. */
  homePageOutcomes: 5,
  /** Calls on the page of a meeting. */
  meetingPageCalls: 100,
} as const;
