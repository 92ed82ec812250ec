import { expect, test } from "vitest";
import { meetingEvents, topics } from "#contracts/realtime.ts";
import { createFakeHub } from "../../tests/fakes/realtime.ts";
import { subscribeToMeeting } from "./meetingTopic.ts";

const ID = "c0000000-0000-4000-8000-000000000000";

test("listens for every event, so that none leaves a gap", () => {
  const listened: string[] = [];
  const realtime = createFakeHub().client();
  subscribeToMeeting(
    {
      ...realtime,
      join(topic) {
        expect(topic).toBe(topics.meeting(ID, 1, ID));
        const joined = realtime.join(topic);
        return {
          ...joined,
          on(event, schema, listen) {
            listened.push(event);
            return joined.on(event, schema, listen);
          },
        };
      },
    },
    ID,
    1,
    ID,
    () => {},
  );
  expect(listened.toSorted()).toEqual(Object.keys(meetingEvents).toSorted());
});
