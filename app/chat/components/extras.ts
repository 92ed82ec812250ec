/** What a chat shows after a press, in one chunk, as `app/calls/components/extras.ts` says. */
export { createForwarding } from "../core/forwarding.ts";
export { ActNote } from "./ActNote.tsx";
export { ChatMenu } from "./ChatMenu.tsx";
export { ForwardDialog } from "./ForwardDialog.tsx";
export { LineMenu } from "./LineMenu.tsx";
export { LineNotes } from "./LineNotes.tsx";
export { MarkPicker } from "./MarkPicker.tsx";
export { MentionList } from "./MentionList.tsx";
export { RemoveDialog } from "./RemoveDialog.tsx";
export { Subject } from "./Subject.tsx";
export { WorkOnLine } from "./WorkOnLine.tsx";
