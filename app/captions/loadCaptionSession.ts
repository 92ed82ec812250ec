/** Loads what creates a caption session. Kept free of React for `createRoom.ts`. */
export const loadCaptionSession = () =>
  import("./components/captionExtras.ts").then((loaded) => loaded.createCallCaptionSession);
