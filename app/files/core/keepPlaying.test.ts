import { expect, test } from "vitest";
import { keepPlaying, type Player } from "./keepPlaying.ts";

class FakePlayer extends EventTarget implements Player {
  currentTime = 0;
  paused = true;
  preload: Player["preload"] = "none";
  loads = 0;
  /** As browsers do, pauses and starts at the beginning. */
  load() {
    this.loads += 1;
    this.paused = true;
    this.currentTime = 0;
  }
  async play() {
    this.paused = false;
  }
  emit(...names: readonly string[]) {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
}

function setup() {
  const player = new FakePlayer();
  let broken = 0;
  const cancel = keepPlaying(player, () => {
    broken += 1;
  });
  return { player, broken: () => broken, cancel };
}

test.each([true, false])("continues at the same position after an error, paused: %s", (paused) => {
  const { player, broken } = setup();
  player.emit("loadedmetadata");
  Object.assign(player, { paused, currentTime: 42 });
  player.emit("error");
  expect([player.loads, player.preload]).toEqual([1, "metadata"]);
  player.emit("loadedmetadata");
  expect([player.currentTime, player.paused, broken()]).toEqual([42, paused, 0]);
});

test("renews every address that played", () => {
  const { player, broken } = setup();
  player.emit("loadedmetadata");
  for (const at of [60, 120]) {
    player.currentTime = at;
    player.emit("error", "loadedmetadata");
    player.currentTime = at + 2;
    player.emit("timeupdate");
  }
  expect([player.loads, broken()]).toEqual([2, 0]);
});

test("gives up when a new address fails at once", () => {
  const { player, broken } = setup();
  player.emit("loadedmetadata", "error", "error");
  expect([player.loads, broken()]).toEqual([1, 1]);
  const other = setup();
  other.player.emit("loadedmetadata", "error", "loadedmetadata", "timeupdate", "error");
  expect([other.player.loads, other.broken()]).toEqual([1, 1]);
});

test("does not load a file again that never loaded", () => {
  const { player, broken, cancel } = setup();
  player.emit("error");
  expect([player.loads, broken()]).toEqual([0, 1]);
  cancel();
  player.emit("error");
  expect(broken()).toBe(1);
});
