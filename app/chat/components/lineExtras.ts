/** What a chat shows after a press, in one chunk, as `app/room/screen/roomExtras.ts` says. */
export { createForwarding } from "../core/forwarding.ts";
export { ActionStatus } from "./ActionStatus.tsx";
export { ChatMenu } from "./ChatMenu.tsx";
export { ComposerContext } from "./ComposerContext.tsx";
export { ForwardDialog } from "./ForwardDialog.tsx";
export { LineBadges } from "./LineBadges.tsx";
export { LineEditor } from "./LineEditor.tsx";
export { LineMenu } from "./LineMenu.tsx";
export { MentionList } from "./MentionList.tsx";
export { ReactionPicker } from "./ReactionPicker.tsx";
export { RemoveDialog } from "./RemoveDialog.tsx";
