/**
 * `/turnstile.js`: adds Cloudflare Turnstile to the forms that make a user or send an email. It is no part of the pages'
 * bundles, because most installations have none. `functions/turnstile.ts` checks the token.
 */

interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      sitekey: string;
      language: string;
      appearance: "interaction-only";
      "response-field-name": string;
      callback(): void;
    },
  ): string;
  reset(widget: string): void;
  getResponse(widget: string): string | undefined;
}
declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const API = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";
const FIELD = "captcha";
/** After this time a form is sent without a token, so that the page can show the error. */
const WAIT_MS = 10_000;
/** Interval at which forms that React has not hydrated yet are looked at again. */
const HYDRATION_CHECK_MS = 100;
/** Delay before a used token is replaced. The form's values are read by then. */
const RESET_MS = 1_000;

const script = document.currentScript;
const siteKey = script instanceof HTMLScriptElement ? new URL(script.src).searchParams.get("key") : null;

/** Returns whether a form posts to its own page or to `/sign-in`, which needs a token. */
function isProtected(form: HTMLFormElement): boolean {
  if (form.method !== "post") return false;
  const { pathname } = new URL(form.action);
  return (
    (pathname === location.pathname && /^\/(?:$|m\/|sign-in|sign-up$|recover$|settings\/confirm$)/u.test(pathname)) ||
    pathname === "/sign-in"
  );
}

/** Returns whether React has hydrated the form. Earlier it would find the widget's element and render the page again. */
const isHydrated = (form: HTMLFormElement): boolean => Object.keys(form).some((key) => key.startsWith("__reactProps$"));

interface Widget {
  /** Null until the widget is rendered. */
  id: string | null;
  /** Sends the form that waits for a token. Null while none waits. */
  send: (() => void) | null;
  /** Whether the waiting form is being sent now. */
  isSending: boolean;
}
const widgets = new WeakMap<HTMLFormElement, Widget>();

function widgetOf(form: HTMLFormElement): Widget {
  const widget = widgets.get(form) ?? { id: null, send: null, isSending: false };
  widgets.set(form, widget);
  return widget;
}

function renderIn(form: HTMLFormElement, turnstile: Turnstile, sitekey: string): void {
  const widget = widgetOf(form);
  if (widget.id !== null) return;
  const element = form.appendChild(document.createElement("div"));
  // Takes no place in the form's grid while the widget shows nothing.
  element.style.display = "contents";
  widget.id = turnstile.render(element, {
    sitekey,
    language: document.documentElement.lang,
    appearance: "interaction-only",
    "response-field-name": FIELD,
    callback: () => widget.send?.(),
  });
}

/** Holds a form back until its token is there. Further clicks change nothing. */
function onSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !isProtected(form)) return;
  const widget = widgetOf(form);
  const { id } = widget;
  const hasToken = id !== null && Boolean(window.turnstile?.getResponse(id));
  if (hasToken || widget.isSending) {
    if (id !== null) setTimeout(() => window.turnstile?.reset(id), RESET_MS);
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (widget.send !== null) return;
  const send = () => {
    clearTimeout(timer);
    widget.send = null;
    widget.isSending = true;
    form.requestSubmit(submitter);
    widget.isSending = false;
  };
  const timer = setTimeout(send, WAIT_MS);
  widget.send = send;
}

function start(sitekey: string): void {
  const { turnstile } = window;
  if (!turnstile) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scan = () => {
    clearTimeout(timer);
    const forms = [...document.forms].filter(isProtected);
    for (const form of forms.filter(isHydrated)) renderIn(form, turnstile, sitekey);
    if (!forms.every(isHydrated)) timer = setTimeout(scan, HYDRATION_CHECK_MS);
  };
  new MutationObserver(scan).observe(document.body, { childList: true, subtree: true });
  scan();
}

if (siteKey !== null) {
  addEventListener("submit", onSubmit, { capture: true });
  const api = document.createElement("script");
  api.src = API;
  api.onload = () => start(siteKey);
  document.head.appendChild(api);
}

export {};
