/** GET `/calendar/feed/<token>.ics`: the planned meetings of a person for a calendar program. */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sendFeed } from "~/calendar-feed/sendFeed.server.ts";

export const loader = ({ params, request, context }: LoaderFunctionArgs) => sendFeed(context, params, request);
