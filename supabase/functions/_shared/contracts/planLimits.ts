/** Limits of stored plans: series, invitees, answers. Those of the recurrence are in `planningLimits.ts`. */

/** The database names these limits `plans.…`. */
export const PLANS = {
  agendaLines: 20,
  agendaLine: { min: 1, max: 200 },
  /** Invitees of one series. */
  invitees: 50,
  /** Series that are not over, of a workspace, of one person in it, and of a meeting, whose series were split. */
  seriesPerWorkspace: 500,
  seriesPerPerson: 100,
  seriesPerMeeting: 20,
  /** New series in 24 hours: of a person, of a workspace, and of all. */
  seriesPerPersonInDay: 50,
  seriesPerWorkspaceInDay: 200,
  seriesInDay: 2_000,
  /** Invitations in 24 hours: of a person, of a workspace, and of all. */
  invitationsPerPersonInDay: 200,
  invitationsPerWorkspaceInDay: 500,
  invitationsInDay: 5_000,
  changesPerMinute: 20,
  readsPerMinute: 120,
  /** Days in one read of the calendar: a month with the weeks around it, in every zone. */
  daysPerRead: 62,
  /** Occurrences in one read of the calendar, the earliest first. */
  occurrencesPerRead: 2_000,
  /** Next occurrences on the page of a link. */
  occurrencesByLink: 10,
  /** Answers by one link. */
  answersPerLink: 50,
} as const;
