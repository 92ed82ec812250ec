import { expect, test } from "vitest";
import { settle } from "../../tests/fakes/clock.ts";
import { createWakeLock } from "./wakeLock.ts";

function page({ denied = false } = {}) {
  let visible = true;
  let held = 0;
  let requests = 0;
  let changed = () => {};
  const gates: (() => void)[] = [];
  const lock = createWakeLock(
    {
      async request() {
        requests += 1;
        await new Promise<void>((resolve) => gates.push(resolve));
        if (denied) throw new DOMException("low battery", "NotAllowedError");
        held += 1;
        return {
          async release() {
            held -= 1;
          },
        };
      },
    },
    {
      isVisible: () => visible,
      onVisibilityChange(listener) {
        changed = listener;
        return () => {
          changed = () => {};
        };
      },
    },
  );
  const respond = async () => {
    for (const open of gates.splice(0)) open();
    await settle();
  };
  const setVisible = async (next: boolean) => {
    visible = next;
    changed();
    await respond();
  };
  return { lock, setVisible, respond, state: () => [requests, held] };
}

test("keeps the screen awake until the call ends", async () => {
  const { lock, respond, state } = page();
  lock.setInCall(true);
  lock.setInCall(true);
  await respond();
  expect(state()).toEqual([1, 1]);
  lock.setInCall(false);
  expect(state()).toEqual([1, 0]);
});

test("requests the lock again when the page is visible again", async () => {
  const { lock, setVisible, respond, state } = page();
  lock.setInCall(true);
  await respond();
  await setVisible(false);
  expect(state()).toEqual([1, 0]);
  await setVisible(true);
  expect(state()).toEqual([2, 1]);
});

test("releases a lock that arrives after the call", async () => {
  const { lock, respond, state } = page();
  lock.setInCall(true);
  lock.close();
  await respond();
  expect(state()).toEqual([1, 0]);
});

test("a denied lock is requested again later", async () => {
  const { lock, setVisible, respond, state } = page({ denied: true });
  lock.setInCall(true);
  await respond();
  await setVisible(false);
  await setVisible(true);
  expect(state()).toEqual([2, 0]);
});

test("does nothing in an unsupported browser", () => {
  const lock = createWakeLock(undefined, { isVisible: () => true, onVisibilityChange: () => () => {} });
  lock.setInCall(true);
  lock.close();
});
