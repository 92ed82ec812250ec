/** The caller of the functions in tests. */
export const ANA = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
export const TOM = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c02";

const token = (claims: unknown) => `${btoa("{}")}.${btoa(JSON.stringify(claims))}.c2ln`.replaceAll("=", "");

/** Returns an authorization header with the caller's or other claims, and an invalid signature. */
export const bearer = (claims: unknown = { sub: ANA, role: "authenticated" }) => `Bearer ${token(claims)}`;
