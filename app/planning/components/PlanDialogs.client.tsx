import { useMemo } from "react";
import { pageHttp } from "~/auth/pageHttp.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { createPlanClient } from "../core/planClient.ts";
import type { PlanDrafts } from "../planDrafts.ts";
import type { PlanTask } from "../planTask.ts";
import { CancelDialog } from "./CancelDialog.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { KeepHourDialog } from "./KeepHourDialog.tsx";
import { MoveDialog } from "./MoveDialog.tsx";
import { PlanDialog } from "./PlanDialog.tsx";

interface PlanDialogsProps {
  task: PlanTask;
  env: PublicEnv;
  formats: CalendarFormats;
  drafts: PlanDrafts;
  onClose(): void;
}

/** The dialog of a task. */
export function PlanDialogs({ task, env, formats, drafts, onClose }: PlanDialogsProps) {
  const client = useMemo(() => {
    const http = pageHttp(env);
    return createPlanClient(http, createRpc(http));
  }, [env]);
  switch (task.kind) {
    case "move":
      return <MoveDialog {...{ task, client, formats, onClose }} />;
    case "cancel":
      return <CancelDialog details={task.details} {...{ client, onClose }} />;
    case "invite":
      return <InviteDialog details={task.details} {...{ client, formats, onClose }} />;
    case "keep":
      return <KeepHourDialog {...{ task, client, formats, onClose }} />;
    case "create":
    case "change":
      return <PlanDialog {...{ task, client, formats, drafts, onClose }} />;
    default:
      return task satisfies never;
  }
}
