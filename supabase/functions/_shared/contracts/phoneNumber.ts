/** Phone numbers in E.164 with the plus sign. Auth stores and returns them without it. */
import * as z from "zod/mini";

export const phoneNumber = z.string().check(z.regex(/^\+[1-9][0-9]{5,14}$/u));

/** Whether an address, to which codes are sent, is a phone number. */
export const isPhoneNumber = (address: string): boolean => phoneNumber.safeParse(address).success;
