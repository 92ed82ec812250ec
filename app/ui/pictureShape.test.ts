import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ABUSE_EVENT } from "~/lib/pictureAbuse.ts";
import { watchPictureShape } from "./pictureShape.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A video whose picture gets other sizes. */
function scene(stream = new EventTarget()) {
  const video = Object.assign(new EventTarget(), { videoWidth: 0, videoHeight: 0 });
  const shapes: boolean[] = [];
  let reports = 0;
  stream.addEventListener(ABUSE_EVENT, () => {
    reports += 1;
  });
  const stop = watchPictureShape(video, stream, (isWide) => shapes.push(isWide));
  const resize = (videoWidth: number, videoHeight: number) => {
    Object.assign(video, { videoWidth, videoHeight });
    video.dispatchEvent(new Event("resize"));
  };
  return { shapes, resize, stop, stream, isReported: () => reports > 0 };
}

test("follows a phone that turns", () => {
  const { shapes, resize } = scene();
  resize(480, 640);
  vi.advanceTimersByTime(10_000);
  resize(640, 360);
  expect(shapes).toEqual([true, false, false, true]);
});

test("rarely measures a picture that keeps changing its size", () => {
  const { shapes, resize } = scene();
  for (let frame = 0; frame < 600; frame++) {
    if (frame % 2 === 0) resize(1_600, 1_600);
    else resize(1_600, 900);
    vi.advanceTimersByTime(1_000 / 60);
  }
  expect(shapes.length).toBeLessThan(15);
});

test("reports a picture with another size in each frame", () => {
  const { resize, isReported } = scene();
  for (let second = 0; second < 60; second++) {
    for (let size = 0; size < 10; size++) resize(640, 360 + size);
    vi.advanceTimersByTime(1_000);
  }
  expect(isReported()).toBe(false);
  for (let frame = 0; frame < 60; frame++) resize(640, 360 + frame);
  expect(isReported()).toBe(true);
});

test("goes on counting in another element of the stream", () => {
  const first = scene();
  for (let size = 0; size < 20; size++) first.resize(640, 360 + size);
  first.stop();
  const second = scene(first.stream);
  for (let size = 0; size < 20; size++) second.resize(640, 360 + size);
  expect(second.isReported()).toBe(true);
});

test("reports a picture that exceeds any screen", () => {
  const { resize, isReported } = scene();
  resize(5_120, 2_880);
  expect(isReported()).toBe(false);
  resize(8_192, 8_192);
  expect(isReported()).toBe(true);
});

test("ends with the last shape, and has none once stopped", () => {
  const { shapes, resize, stop } = scene();
  resize(640, 360);
  resize(480, 640);
  vi.advanceTimersByTime(2_000);
  expect(shapes.at(-1)).toBe(false);
  stop();
  const count = shapes.length;
  resize(640, 360);
  vi.advanceTimersByTime(2_000);
  expect(shapes).toHaveLength(count);
});
