import { type App, type AppOptions, startApp } from "../tests/support/app.ts";
import { startStackProcess } from "./stack.ts";

/** Starts the app with Supabase in a process of its own, so that the process that drives the browsers does not slow it. */
export const startMeasuredApp = (options: AppOptions = {}): Promise<App> =>
  startApp({ ...options, start: startStackProcess });
