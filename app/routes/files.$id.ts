import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sendFile } from "~/files/sendFile.server.ts";

/** `:id` is the id of the file's line. `?show` displays an image inline, `?preview` a small picture of the file. */
export const loader = ({ params, request, context }: LoaderFunctionArgs) => sendFile(context, params, request);
