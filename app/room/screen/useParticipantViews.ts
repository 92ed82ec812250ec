import { useMemo, useRef } from "react";
import { reuseIfShallowEqual, reuseListIfEqual } from "~/lib/store.ts";
import { buildParticipantViews, localPreviewView } from "../core/buildParticipantViews.ts";
import type { ParticipantView } from "../core/participantView.ts";
import { isJoined, useCallView, useDevicesSnapshot, useRoom } from "../RoomProvider.tsx";

/** Everybody in the call; before joining the local participant only. */
export function useParticipantViews(): readonly ParticipantView[] {
  const { preJoin } = useRoom();
  const view = useCallView((current) => current);
  const joined = isJoined(view);
  const devices = useDevicesSnapshot((snapshot) => (joined ? null : snapshot));
  const people = useMemo(
    () => (devices === null ? buildParticipantViews(view) : [localPreviewView(preJoin.participant, devices)]),
    [view, devices, preJoin],
  );
  return useStableList(people);
}

/** Reuses the previous objects of unchanged participants, so that their tiles do not re-render. */
function useStableList(people: readonly ParticipantView[]): readonly ParticipantView[] {
  const stableRef = useRef(people);
  const previous = stableRef.current;
  stableRef.current = reuseListIfEqual(
    previous,
    people.map((person) =>
      reuseIfShallowEqual(
        previous.find(({ id }) => id === person.id),
        person,
      ),
    ),
  );
  return stableRef.current;
}
