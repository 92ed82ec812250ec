import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Design } from "~/design/index.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";

await texts("design", "landing", "meeting", "errors", "account");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Parley" },
  // For those who build Parley, not for those who look for it.
  { name: "robots", content: "noindex" },
];

export const loader = ({ context }: LoaderFunctionArgs) => ({
  title: `${textIn(context.locale)("design.title")} · Parley`,
});

export default Design;
