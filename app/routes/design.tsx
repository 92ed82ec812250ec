import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { DesignPage } from "~/design/DesignPage.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";

await loadNamespaces("design", "landing", "meeting", "call", "errors", "account");

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Parley" },
  // For developers, not for search engines.
  { name: "robots", content: "noindex" },
];

export const loader = ({ context }: LoaderFunctionArgs) => ({
  title: `${getTranslator(context.locale)("design.title")} · Parley`,
});

export default DesignPage;
