/** Merges the meeting's topic into one stream of parsed events. Only the database writes to the topic. */
import { type MeetingEvent, meetingEvents, topics } from "#contracts/realtime.ts";
import type { Realtime, Topic } from "../lib/realtime.ts";

export function subscribeToMeeting(
  realtime: Realtime,
  meetingId: string,
  epoch: number,
  callId: string,
  onEvent: (event: MeetingEvent) => void,
): Topic {
  const topic = realtime.join(topics.meeting(meetingId, epoch, callId));
  const schemas = meetingEvents;
  topic.on("board_changed", schemas.board_changed, (payload) => onEvent({ name: "board_changed", ...payload }));
  topic.on("line_posted", schemas.line_posted, (payload) => onEvent({ name: "line_posted", ...payload }));
  topic.on("line_changed", schemas.line_changed, (payload) => onEvent({ name: "line_changed", ...payload }));
  topic.on("reacted", schemas.reacted, (payload) => onEvent({ name: "reacted", ...payload }));
  topic.on("translated", schemas.translated, (payload) => onEvent({ name: "translated", ...payload }));
  topic.on("participant_changed", schemas.participant_changed, (payload) =>
    onEvent({ name: "participant_changed", ...payload }),
  );
  topic.on("participant_removed", schemas.participant_removed, (payload) =>
    onEvent({ name: "participant_removed", ...payload }),
  );
  topic.on("meeting_changed", schemas.meeting_changed, (payload) => onEvent({ name: "meeting_changed", ...payload }));
  topic.on("meeting_ended", schemas.meeting_ended, (payload) => onEvent({ name: "meeting_ended", ...payload }));
  topic.on("peer_joined", schemas.peer_joined, (payload) => onEvent({ name: "peer_joined", ...payload }));
  topic.on("peer_left", schemas.peer_left, (payload) => onEvent({ name: "peer_left", ...payload }));
  return topic;
}
