/**
 * SMS, by days of UTC. Auth sends codes, the outbox sends notices. The database names these limits `sms.…`. Each SMS costs the operator
 * money, and some people earn by numbers that they have codes sent to.
 */
export const SMS = {
  /** To one number. */
  numberInDay: 10,
  /** To numbers without an account, at the request of one address. A school or an office shares one. */
  addressInDay: 30,
  /** To numbers that accounts have confirmed, at the request of one address. Thousands may share that of a mobile network. */
  accountsOfAddressInDay: 300,
  /** To numbers of one country without an account. */
  prefixInDay: 100,
  /** To all numbers without an account. */
  strangersInDay: 300,
  /** To all numbers that accounts have confirmed, so that strangers cannot use up their SMS. */
  accountsInDay: 3_000,
  /** Notices to one number about changes of its account, which has no address. Codes do not use them up. */
  noticesOfNumberInDay: 10,
  /** Notices to all numbers. */
  noticesInDay: 1_000,
} as const;
