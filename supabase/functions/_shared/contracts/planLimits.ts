/** Limits of stored plans: series, invitees, answers. Those of the recurrence are in `planningLimits.ts`. */

/** The database names these limits `plans.…`. */
export const PLANS = {
  agendaLines: 20,
  agendaLine: { min: 1, max: 200 },
  /** The organizer's message with a cancellation. */
  cancelMessage: { max: 500 },
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
  /** Links of one invitee that work: those of the latest emails. */
  linksPerInvitee: 20,
  /** Time from the last change to its email, so that a text that is still being changed sends none. */
  emailDelayMs: 60_000,
  /** Time after which an email is tried again that had no share left. */
  emailPauseMs: 900_000,
  /** Emails that one run adds to the outbox, at most so many notices of each workspace, and notices at which it looks. */
  emailsPerRun: 50,
  noticesPerRun: 500,
  /** Changed occurrences that get an email each. More of them are an update of the series. */
  singleChanges: 3,
  /** Last changes of a series that are known one by one. */
  changesKept: 20,
  /** Emails in 24 hours about invitations: to an address, to it about one series, and of a workspace. */
  emailsPerAddressInDay: 20,
  emailsPerAddressOfSeriesInDay: 6,
  emailsPerWorkspaceInDay: 200,
  /** Emails of all in 24 hours, unless the operator chose another number. Half are invitations, half are reminders. */
  emailsInDay: 400,
  /** Times before an occurrence at which its reminders are due. */
  reminderDayMs: 86_400_000,
  reminderSoonMs: 600_000,
  /** Reminders to an address in 24 hours, and those that one step of the job adds. */
  remindersPerAddressInDay: 40,
  remindersPerStep: 500,
  /** Runs of the job, and failures, that admins see. */
  shownRuns: 20,
  shownFailures: 1_000,
  /** An endless series is extended when its last stored occurrence is within so many days. */
  extensionDays: 90,
  /** Series that one run extends. */
  extensionsPerRun: 20,
  /** Days before and after today in a feed, the series at which it looks, and its occurrences. */
  feedPastDays: 60,
  feedDays: 400,
  feedSeries: 200,
  feedOccurrences: 1_000,
} as const;
