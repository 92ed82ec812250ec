/** A scripted project for the functions of jobs. */
import { JOBS_SECRET_HEADER } from "../_shared/contracts/jobs.ts";
import { createJobRuns } from "../_shared/jobRuns.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import type { ReceivedRequest } from "./fakeServer.ts";

export const JOBS_SECRET = "a secret of the schedule that nobody else has";
export const START = "POST /rest/v1/rpc/start_job";
export const END = "POST /rest/v1/rpc/end_job";

export const way = ({ method, path }: ReceivedRequest): string => `${method} ${path}`;

export const projectAt = (url: string) => ({ url, publishableKey: "publishable", secretKey: "secret_of-a.test" });

/** Responds to the record of runs, and returns null for other requests. */
export function respondToRuns(request: ReceivedRequest, lastSuccess: string | null = null): Response | null {
  if (way(request) === START) return Response.json({ run: 7, last_success: lastSuccess });
  return way(request) === END ? new Response(null, { status: 204 }) : null;
}

export const runsAt = (url: string) => {
  const service = createServiceClient(projectAt(url));
  return (signal: AbortSignal) => createJobRuns(service, signal);
};

export const jobCall = (body: object, secret: string | null = JOBS_SECRET): Request =>
  new Request("http://functions/job", {
    method: "POST",
    headers: secret === null ? {} : { [JOBS_SECRET_HEADER]: secret },
    body: JSON.stringify(body),
  });

/** Returns the arguments of the ends of runs. */
export const endsOf = (requests: readonly ReceivedRequest[]): unknown[] =>
  requests.filter((request) => way(request) === END).map(({ body }) => JSON.parse(body));
