/**
 * Shows reminders of planned meetings. It registers only for people who switch them on, keeps nothing, and answers no requests of
 * pages. `supabase/functions/remind/pushMessage.ts` writes the messages.
 */

self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** Browsers end a subscription whose messages show nothing, so an unreadable one shows the name. */
function read(data) {
  try {
    const message = data.json();
    return typeof message.title === "string" ? message : { title: "Parley" };
  } catch {
    return { title: "Parley" };
  }
}

/** A repeated message replaces the first in silence. The reminder before the start replaces that of the day before, and alerts again. */
async function show({ title, body, lang, dir, tag, kind, path }) {
  const shown = tag === undefined ? [] : await self.registration.getNotifications({ tag });
  await self.registration.showNotification(title, {
    ...{ body, lang, dir, tag, icon: "/favicon.svg", data: { kind, path } },
    renotify: tag !== undefined && !shown.some((notification) => notification.data?.kind === kind),
  });
}

/** Opens pages of Parley only. A tab that shows the page already is focused, such as a call. */
async function open(path) {
  const url = new URL(typeof path === "string" ? path : "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((client) => new URL(client.url).pathname === url.pathname);
  await (tab === undefined ? self.clients.openWindow(url.href) : tab.focus());
}
