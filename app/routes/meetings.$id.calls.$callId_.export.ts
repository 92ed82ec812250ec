import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { exportTranscript } from "~/transcripts/exportTranscript.server.ts";

/** `?format=vtt|srt|md|csv|json&language=…`; without a language every line is in its original. */
export const loader = ({ params, request, context }: LoaderFunctionArgs) => exportTranscript(context, params, request);
