/**
 * Limits of messages and users that anybody can make Auth send or store, by hours of UTC. The database names these limits
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
  /** Emails and SMS to strangers that one network requests. Further requests fail, so that Auth stores no user. */
  strangerRequestsOfNetworkInHour: 600,
  /** Guests of an IPv6 /64. Auth counts those of an IPv4 address itself. */
  guestsOfNetworkInHour: 100,
} as const;
