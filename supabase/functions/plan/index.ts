/**
 * Edge function `plan`: computes the occurrences of a planned meeting and stores them. The database has no recurrence of its own,
 * and takes occurrences from this function only.
 */
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { createPlanHandler } from "./handler.ts";
import { createPlanStore } from "./planStore.ts";

const project = projectFrom(createEnvironment((name) => Deno.env.get(name)));

Deno.serve(createPlanHandler(createPlanStore(project), createLog("plan")));
