/**
 * Limits of messages and users that anybody can make Auth send or store, by hours and days of UTC. The database names these limits
 * `signIn.…`. A network is an IPv4 address or an IPv6 /64: Auth itself counts each IPv6 address as a visitor.
 */
export const SIGN_IN = {
  /** Emails to mailboxes without an account, at the request of one network. */
  strangerEmailsOfNetworkInHour: 120,
  /** To all mailboxes without an account. */
  strangerEmailsInHour: 1_800,
  /** To the mailboxes of accounts, at the request of one network. An office shares one. */
  accountEmailsOfNetworkInHour: 600,
  /** To the mailboxes of all accounts, so that strangers cannot use up their emails. */
  accountEmailsInHour: 20_000,
  /** To one mailbox, at anybody's request. Auth sends it one a minute. */
  emailsOfMailboxInHour: 10,
  emailsOfMailboxInDay: 30,
  /**
   * Where an operator limits the emails of a day, strangers have half of them, and accounts have half. This many networks of
   * strangers use up theirs.
   */
  strangerNetworksInDay: 10,
  /** Fewer, because an office shares a network. */
  accountNetworksInDay: 5,
  /** Emails and SMS to strangers that one network requests. Further requests fail, so that Auth stores no user. */
  strangerRequestsOfNetworkInHour: 600,
  /** Guests of an IPv6 /64. Auth counts those of an IPv4 address itself. */
  guestsOfNetworkInHour: 100,
} as const;
