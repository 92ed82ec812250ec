import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sendFile } from "~/files/sendFile.server.ts";

/** `:id` is that of the file's line. `?show`: a picture, to be seen in a page. */
export const loader = ({ params, request, context }: LoaderFunctionArgs) => sendFile(context, params, request);
