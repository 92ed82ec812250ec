import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { lazyComponent } from "~/ui/lazy.tsx";

/** Only browsers load it, so that the Worker has neither its sections nor their messages. */
const DesignPage = lazyComponent(
  ["design", "landing", "meeting", "call", "errors", "account"],
  async () => (await import("~/design/DesignPage.client.tsx")).DesignPage,
);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Parley" },
  // For developers, not for search engines.
  { name: "robots", content: "noindex" },
];

export const loader = ({ context }: LoaderFunctionArgs) => ({
  title: `${getTranslator(context.locale)("designPage.title")} · Parley`,
});

export default function Design() {
  return <DesignPage />;
}
