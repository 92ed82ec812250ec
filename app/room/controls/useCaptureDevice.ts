import { useMemo } from "react";
import { deviceControlView } from "~/devices/deviceControlView.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import { useCallView, useDevicesSnapshot, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";

/** `muted`: a moderator muted the local participant. */
export function useMicrophone() {
  const { call } = useRoom();
  const { showToast } = useCallUi();
  const t = useMessages();
  const state = useDevicesSnapshot(({ microphone }) => microphone);
  const muted = useCallView(({ me }) => me?.muted ?? false);
  const view = useMemo(() => deviceControlView(state), [state]);
  const toggle = useEventCallback(() => {
    if (muted && !view.on) return showToast({ tone: "warning", text: t("call.youAreMuted") });
    call.toggle("microphone");
  });
  return { ...view, muted, toggle };
}

export function useCamera() {
  const { call } = useRoom();
  const state = useDevicesSnapshot(({ camera }) => camera);
  const view = useMemo(() => deviceControlView(state), [state]);
  const toggle = useEventCallback(() => call.toggle("camera"));
  return { ...view, toggle };
}
