/** Sends the feed of a person to a calendar program. The address is the only proof: no session is needed. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { formatMeetingCode } from "#contracts/meetings.ts";
import { type FeedOccurrence, newCalendarFeed } from "#contracts/plans.ts";
import { type FeedEvent, writeFeed } from "#planning/ics/feed.ts";

type Context = Pick<AppLoadContext, "anonymousRpc">;
type Params = Readonly<Record<string, string | undefined>>;

const REFRESH = "PT1H";

/** `file` is the token with `.ics`. Only an address that no longer works is gone: programs may delete what such a feed had. */
export async function sendFeed({ anonymousRpc }: Context, { file = "" }: Params, request: Request): Promise<Response> {
  const token = newCalendarFeed.shape.token.safeParse(file.replace(/\.ics$/u, ""));
  if (!token.success) return refusal(errorStatus("plan/link-refused"));
  const feed = await anonymousRpc("feed_by_link", { p_token: token.data });
  if (!feed.ok) return refusal(errorStatus(feed.error.code));
  const { origin } = new URL(request.url);
  const events = feed.value.occurrences.map((occurrence) => toEvent(occurrence, origin));
  return new Response(writeFeed(events, Date.now(), REFRESH), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="parley.ics"',
    },
  });
}

const refusal = (status: number): Response => new Response(null, { status });

function toEvent(occurrence: FeedOccurrence, origin: string): FeedEvent {
  const { series_id, key, sequence, title, agenda, organizer_name, code, starts_at, ends_at } = occurrence;
  const url = `${origin}/m/${formatMeetingCode(code)}`;
  return {
    uid: `${series_id}-${key}`,
    sequence,
    title,
    description: [...(organizer_name === null ? [] : [organizer_name]), ...agenda, url].join("\n"),
    url,
    starts_at: Date.parse(starts_at),
    ends_at: Date.parse(ends_at),
  };
}
