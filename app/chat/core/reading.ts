/** Brings each line to this reader's language by the ladder, asking server and device only for what is needed. */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/meetings.ts";
import type { TranslateAnswer } from "#contracts/translate.ts";
import type { DeviceTranslator, LadderInput, Shown, TranslateReason } from "../../languages/core/index.ts";
import { failureOf, ladder, reasonOf, storedTranslation, wantsServer } from "../../languages/core/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { keepObject } from "../../platform/store.ts";
import { createAsks } from "./asks.ts";

export interface Reading {
  /** The same object for as long as it says the same. */
  shown(line: Line): Shown;
  /** The lines that there are now. */
  follow(lines: readonly Line[]): void;
  /** These were made just now. */
  heard(translations: readonly Translation[]): void;
  /** A line of this person's reached the server. */
  posted(line: Line): void;
  /** The network is back. */
  restart(): void;
  close(): void;
}

export interface ReadingOptions {
  /** User id of the reader. */
  me: string;
  reads: () => Language;
  /** Languages that the others in the call read. */
  othersRead: () => readonly Language[];
  translate: (lineIds: readonly string[]) => Promise<Result<TranslateAnswer>>;
  device: DeviceTranslator;
  clock: Clock;
  changed: () => void;
  missed: () => void;
}

export function createReading({
  me,
  reads,
  othersRead,
  translate,
  device,
  clock,
  changed,
  missed,
}: ReadingOptions): Reading {
  const failures = new Map<string, TranslateReason>();
  /** By line, revision and language; undefined while the browser is at it. */
  const byDevice = new Map<string, Result<string> | undefined>();
  const before = new Map<string, Shown>();
  /** A line is heard of twice, by the answer and by the broadcast: asked for once. */
  const asked = new Set<string>();
  let language = reads();

  const asks = createAsks({
    clock,
    reads,
    ask: translate,
    failed(lineId, code) {
      failures.set(lineId, reasonOf(code));
      changed();
    },
    missed,
  });

  const deviceKey = (line: Line) => `${line.id} ${line.revision} ${reads()}`;

  const inputOf = (line: Line): LadderInput => ({
    line,
    mine: line.author === me,
    reads: reads(),
    serverFailure: failures.get(line.id) ?? null,
    device: byDevice.get(deviceKey(line)),
  });

  /** The next rung, once the server failed. */
  function tryDevice(line: Line) {
    const key = deviceKey(line);
    const failed = failureOf(storedTranslation(line, reads())) ?? failures.get(line.id);
    if (failed === undefined || byDevice.has(key) || ladder(inputOf(line)).kind !== "on-its-way") return;
    byDevice.set(key, undefined);
    void device.translate(line.text, line.language, reads()).then((result) => {
      byDevice.set(key, result);
      changed();
    });
  }

  return {
    shown(line) {
      const shown = keepObject(before.get(line.id), ladder(inputOf(line)));
      before.set(line.id, shown);
      return shown;
    },
    follow(lines) {
      if (language !== reads()) {
        language = reads();
        failures.clear();
        asks.want(new Set());
      }
      asks.want(new Set(lines.filter((line) => wantsServer(inputOf(line))).map(({ id }) => id)));
      for (const line of lines) tryDevice(line);
    },
    heard(translations) {
      if (translations.some(({ status, language: into }) => status === "ready" && into === reads()))
        asks.engineIsBack();
    },
    posted(line) {
      if (asked.has(line.id)) return;
      asked.add(line.id);
      if (othersRead().some((other) => other !== line.language)) asks.askForOthers(line.id);
    },
    restart: () => asks.restart(),
    close: () => asks.close(),
  };
}
