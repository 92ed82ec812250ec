/** High limits of Auth, because all tests come from one address. */
export const NO_RATE_LIMITS = {
  anonymous_users: 1_000_000,
  token_refresh: 1_000_000,
  sign_in_sign_ups: 1_000_000,
  token_verifications: 1_000_000,
  factor_verifications: 1_000_000,
  passkeys: 1_000_000,
  sso: 1_000_000,
  email_sent: 1_000_000,
  sms_sent: 1_000_000,
};
