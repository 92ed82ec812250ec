/** The meeting's topic as one stream of parsed events. Only the database writes it. */
import { type MeetingEvent, meetingEvents, topics } from "#contracts/realtime.ts";
import type { Realtime, Topic } from "../../platform/realtime.ts";

export function joinMeeting(
  realtime: Realtime,
  meetingId: string,
  epoch: number,
  heard: (event: MeetingEvent) => void,
): Topic {
  const topic = realtime.join(topics.meeting(meetingId, epoch));
  const on = meetingEvents;
  topic.on("line_posted", on.line_posted, (payload) => heard({ name: "line_posted", ...payload }));
  topic.on("line_changed", on.line_changed, (payload) => heard({ name: "line_changed", ...payload }));
  topic.on("reacted", on.reacted, (payload) => heard({ name: "reacted", ...payload }));
  topic.on("translated", on.translated, (payload) => heard({ name: "translated", ...payload }));
  topic.on("participant_changed", on.participant_changed, (payload) =>
    heard({ name: "participant_changed", ...payload }),
  );
  topic.on("participant_removed", on.participant_removed, (payload) =>
    heard({ name: "participant_removed", ...payload }),
  );
  topic.on("meeting_changed", on.meeting_changed, (payload) => heard({ name: "meeting_changed", ...payload }));
  topic.on("meeting_ended", on.meeting_ended, (payload) => heard({ name: "meeting_ended", ...payload }));
  topic.on("peer_joined", on.peer_joined, (payload) => heard({ name: "peer_joined", ...payload }));
  topic.on("peer_left", on.peer_left, (payload) => heard({ name: "peer_left", ...payload }));
  return topic;
}
