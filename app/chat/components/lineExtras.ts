/** The parts of the chat that load on the first click, in one chunk. */

export { ForwardDialog } from "../ForwardDialog.tsx";
export { createForwarding } from "../forwarding.ts";
export { ActionStatus } from "./ActionStatus.tsx";
export { ChatMenu } from "./ChatMenu.tsx";
export { ComposerContext } from "./ComposerContext.tsx";
export { LineBadges } from "./LineBadges.tsx";
export { LineEditor } from "./LineEditor.tsx";
export { LineMenu } from "./LineMenu.tsx";
export { MentionList } from "./MentionList.tsx";
export { ReactionPicker } from "./ReactionPicker.tsx";
export { RemoveDialog } from "./RemoveDialog.tsx";
