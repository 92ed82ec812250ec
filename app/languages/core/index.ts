export type { DeviceTranslator, TranslatorApi } from "./deviceTranslator.ts";
export {
  failureOfLine,
  type LadderInput,
  ladder,
  reasonOf,
  type Shown,
  storedTranslation,
  type TranslateReason,
  wantsServer,
} from "./ladder.ts";
export { createLateDeviceTranslator } from "./lateDeviceTranslator.ts";
export { createTranslate, type Translate } from "./translate.ts";
