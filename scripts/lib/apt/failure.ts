/** The reasons why packages could not be fetched. */
import { isDiskFullError } from "../../../local/dataFolder.ts";

export type FetchFailureKind =
  | "no-apt"
  | "colon-in-path"
  | "offline"
  | "interrupted"
  | "proxy-login"
  | "not-a-mirror"
  | "altered"
  | "not-in-sources"
  | "disk-full"
  | "not-writable"
  | "does-not-start"
  | "cancelled"
  | "unknown";

export interface FetchFailure {
  readonly kind: FetchFailureKind;
  /** The first message of apt or of the system, without passwords. Empty if there is none. */
  readonly detail: string;
}

/** Messages of apt 2 and 3, dpkg-deb, tar and Node. The first match decides. */
const PATTERNS: readonly (readonly [RegExp, FetchFailureKind])[] = [
  [/\b407\b|proxy authentication/iu, "proxy-login"],
  [/does the network require authentication|NOSPLIT|isn't a clearsigned/iu, "not-a-mirror"],
  [/NO_PUBKEY|missing key/iu, "not-in-sources"],
  [/BADSIG|Hash Sum mismatch|unexpected size|signatures? (?:were|was|is) invalid|signature verification/iu, "altered"],
  [
    /Error reading from server|Remote end closed|Connection (?:was )?(?:closed|reset)|Undetermined Error/iu,
    "interrupted",
  ],
  [
    /resolv(?:e|ing)|(?:unable to|could not|couldn't) connect|Connection failed|unreachable|timed out|refused/iu,
    "offline",
  ],
  [/is not signed/iu, "not-in-sources"],
  // Another failed download would explain a missing package as well.
  [/Failed to fetch/u, "unknown"],
  [/not authenticated|Unable to locate|no installation candidate/iu, "not-in-sources"],
  [/EACCES|EROFS|EPERM|ENOTDIR|permission denied|read-only file system/iu, "not-writable"],
];

/** Returns the reason for messages of apt, dpkg-deb or Node. */
export function classifyFailure(messages: readonly string[]): FetchFailure {
  const errors = messages.filter((message) => !/unsandboxed/u.test(message));
  const full = errors.find(isDiskFullError);
  if (full !== undefined) return { kind: "disk-full", detail: toDetail(full) };
  for (const [pattern, kind] of PATTERNS) {
    const message = errors.find((error) => pattern.test(error));
    if (message !== undefined) return { kind, detail: toDetail(message) };
  }
  return { kind: "unknown", detail: toDetail(errors[0] ?? "") };
}

/** Removes apt's marks and the passwords of addresses. */
const toDetail = (message: string): string =>
  message
    .replace(/^[EW]: /u, "")
    .replace(/\/\/[^/@\s]+@/gu, "//")
    .trim();

/** Returns one sentence about a failure to fetch `title`. */
export function describeFailure(title: string, { kind, detail }: FetchFailure): string {
  switch (kind) {
    case "no-apt":
      return `${title} was not fetched, because this system has no apt-get.`;
    case "colon-in-path":
      return `${title} was not fetched, because the path of this folder has a colon, which library paths do not allow.`;
    case "offline":
      return `${title} was not fetched, because the package server cannot be reached. The next start tries again.`;
    case "interrupted":
      return `${title} was not fetched, because the download was interrupted. The next start tries again.`;
    case "proxy-login":
      return `${title} was not fetched, because the proxy requires a password: set it in http_proxy or in apt's configuration.`;
    case "not-a-mirror":
      return `${title} was not fetched, because the package server sent a page instead of packages. Does the network require a sign-in?`;
    case "altered":
      return `${title} was not fetched, because a file differs from the signed package list. The next start tries again.`;
    case "not-in-sources":
      return `${title} was not fetched, because it is not among this system's packages. On Ubuntu, enable "universe".`;
    case "disk-full":
      return `${title} was not fetched, because the disk is full.`;
    case "not-writable":
      return `${title} was not fetched, because its folder cannot be written (${detail}).`;
    case "does-not-start":
      return `${title} was fetched, but does not start.`;
    case "cancelled":
      return `${title} was not fetched, because the download was cancelled.`;
    case "unknown":
      return `${title} was not fetched: ${detail === "" ? "apt-get failed without a message" : detail}`;
    default:
      return kind satisfies never;
  }
}
