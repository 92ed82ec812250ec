import { afterEach, expect, test, vi } from "vitest";
import { CAPTION_PREFERENCES_KEY } from "../captions/captionsEnabled.ts";
import { emptyPersonalStorage } from "./personalStorage.ts";

/** Storage whose keys can be listed, as a browser's can. */
function storageWith(values: Record<string, string>) {
  const methods = {
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
    clear(this: Record<string, string>) {
      for (const key of Object.keys(this)) delete this[key];
    },
  };
  return Object.assign(Object.create(methods), values);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("leaves nothing of a person to the next one", () => {
  const tab = storageWith({ "parley:draft:m1": "Half a sentence", "parley.invitation": "bob@parley.example" });
  const device = storageWith({
    [CAPTION_PREFERENCES_KEY]: '{"wish":"browser"}',
    unfinishedUploads: "[]",
    "tus::file": "{}",
    "parley:kept:parley:draft:m1:ana": "1 x",
    "parley.devices": "{}",
  });
  vi.stubGlobal("sessionStorage", tab);
  vi.stubGlobal("localStorage", device);
  emptyPersonalStorage();
  expect(Object.keys(tab)).toEqual([]);
  // The words of a person, with their id in the key, and the microphone of the device.
  expect(Object.keys(device)).toEqual(["parley:kept:parley:draft:m1:ana", "parley.devices"]);
});

test("works where storage is forbidden", () => {
  const forbidden = new Proxy({}, { get: () => fail(), ownKeys: () => fail() });
  const fail = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", forbidden);
  expect(emptyPersonalStorage).not.toThrow();
});
