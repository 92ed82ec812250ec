/** Limits of reminders by Web Push. The database names them `push.…`. */
export const PUSH = {
  /** Characters of the address of a push service. */
  endpoint: { max: 1_024 },
  /** Devices of a person. A further one replaces the oldest. */
  devicesPerPerson: 10,
  changesPerMinute: 20,
  readsPerMinute: 60,
  /** Hours of the person's local day without reminders, unless they chose others. */
  quietFrom: 22,
  quietUntil: 7,
  /** Reminders of a person in 24 hours, those that one step of the job adds, and messages that it sends in one batch. */
  remindersPerPersonInDay: 60,
  remindersPerStep: 500,
  messagesPerBatch: 50,
  /** Requests for one message, and the time between them. Longer than a run, so that two runs never have the same message. */
  attempts: 3,
  retryMs: 90_000,
  /** Rejections in a row, after which a device is forgotten. */
  rejections: 10,
} as const;
