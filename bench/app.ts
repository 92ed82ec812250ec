/** The app to measure: its Supabase is a process of its own, as everywhere but in tests, so that what drives the browsers is not waited for. */
import { type App, type AppOptions, startApp } from "../tests/support/app.ts";
import { startStackProcess } from "./stack.ts";

export const startMeasuredApp = (options: AppOptions = {}): Promise<App> =>
  startApp({ ...options, start: startStackProcess });
