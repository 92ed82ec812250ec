/**
 * Captions of a call, put together: this person's voice through a recogniser to the others, what the others say to this
 * reader, and what the speaker should look at again. Made when captions are first wanted in a call, and closed with it.
 */
import { type Failure, fail, type Result } from "#contracts/errors.ts";
import type { TermEntry } from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { RecognisedBy } from "#contracts/realtime.ts";
import type { Call, CallSnapshot, Devices } from "../../calls/index.ts";
import { passing, type Timeline } from "../../chat/core/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";
import type { KeyValueStorage } from "../../platform/storage.ts";
import { createStore, keepObject, type Store } from "../../platform/store.ts";
import type { Preferences } from "../preferences.ts";
import { type Captions, createCaptions, type Told } from "./captions.ts";
import { createDoubts, type Doubtful } from "./doubts.ts";
import { phrasesOf } from "./phrases.ts";
import type { Recogniser } from "./recogniser.ts";
import { createRecognising, type Recognising } from "./recognising.ts";
import { createSaying, type Utterance } from "./saying.ts";
import { createTerms } from "./terms.ts";

export interface CaptioningSnapshot {
  /** How many others are still reading what this person said last. */
  readonly stillReading: number;
  /** Translations of this person's words in which something changed, the newest last. */
  readonly doubts: readonly Doubtful[];
  /** Why a sentence of this person's did not become a line. */
  readonly refused: Failure | null;
  /** What makes text of this person's voice, as the others are told. */
  readonly heardBy: RecognisedBy;
  /** User ids of those for whom this person types. */
  readonly typesFor: readonly string[];
}

export interface Captioning extends Store<CaptioningSnapshot> {
  readonly recognising: Recognising;
  readonly captions: Captions;
  /** How this person has captions. */
  readonly preferences: Preferences;
  /** Words typed for somebody; the same `id` until they are whole. */
  type(speaker: string, typed: { readonly id: string; readonly text: string; readonly final: boolean }): void;
  /** Who may type what this person says; null: nobody. Errors as of `set_captioner`. */
  letType(userId: string | null): Promise<Result<unknown>>;
  /** It was looked at. */
  dismiss(): void;
  close(): void;
}

export interface CaptioningOptions {
  readonly call: Call;
  readonly timeline: Timeline;
  readonly devices: Devices;
  readonly rpc: Rpc;
  readonly clock: Clock;
  readonly storage: KeyValueStorage;
  readonly newId: () => string;
  /** The newest `seq` when captions were asked for: what came while they were loaded is as new as what comes after. */
  readonly from: number;
  readonly recognisers: readonly Recogniser[];
  readonly preferences: Preferences;
}

export function createCaptioning(options: CaptioningOptions): Captioning {
  const { call, timeline, devices, rpc, clock, newId } = options;
  const { me, meetingId } = timeline;
  const { since } = call.getSnapshot();
  const store = createStore<CaptioningSnapshot>({
    stillReading: 0,
    doubts: [],
    refused: null,
    heardBy: "off",
    typesFor: [],
  });
  const keeps = () => call.getSnapshot().meeting?.keep !== "nothing";
  const speaks = (): Language => call.getSnapshot().me?.speaks ?? "en";
  let terms: readonly TermEntry[] = [];
  let heardIn: Language = speaks();
  let connected = false;
  let fleeting = 0;
  /** Ids of lines here, by what the peers said them to be. */
  const held = new Map<string, string>();
  /** This person's own words, as the others are told them. */
  let mine: Told | null = null;

  const show = (change: Partial<CaptioningSnapshot>) => {
    const now = store.getSnapshot();
    store.set(keepObject(now, { ...now, ...change }));
  };

  const captions = createCaptions({ clock, reads: () => call.getSnapshot().me?.reads ?? "en", from: options.from });
  const doubts = createDoubts({ clock, changed: (found) => show({ doubts: found }) });

  const saying = createSaying({
    ...{ clock, keeps, newId, passing },
    announce(message) {
      const { id, language, text, final } = message;
      const speaker = message.speaker ?? me;
      mine = { id, language, text, final, speaker, mine: speaker === me };
      call.tell(message);
      if (final && !keeps()) hold(mine);
      follow();
    },
    async say(said) {
      const { callId } = call.getSnapshot();
      // Kept from before a reload: it waits until this page is in the call.
      if (callId === null) return fail("meeting/not-entered");
      const sending = rpc("say", { call_id: callId, said });
      timeline.says(said);
      const answer = await sending;
      if (answer.ok) timeline.lines(answer.value.lines);
      return answer;
    },
    refused: (error) => show({ refused: error }),
    storage: options.storage,
    key: `parley:saying:${meetingId}:${me}`,
  });

  const recognising = createRecognising({
    ...{ clock, newId, recognisers: options.recognisers, language: speaks() },
    wish: options.preferences.getSnapshot().wish,
    heard: (heard) => saying.heard({ ...heard, language: speaks(), speaker: null }),
  });

  /**
   * In a meeting that keeps nothing the peers' word is all that there will be of it: a line of this page alone. Under its id
   * somebody else may have written meanwhile: then it has one of its own.
   */
  function hold({ id: toldAs, speaker, language, text }: Told) {
    const { callId } = call.getSnapshot();
    const words = `${toldAs} ${speaker}`;
    if (callId === null || text === "" || held.has(words)) return;
    const known = timeline.getSnapshot().lines.find((line) => line.id === toldAs);
    const id = known === undefined || known.author === speaker ? toldAs : newId();
    held.set(words, id);
    if (known?.author === speaker) return;
    const seqs = timeline.getSnapshot().lines.map(({ seq }) => seq);
    fleeting += 1;
    const seq = Math.floor(Math.max(0, ...seqs)) + fleeting / 1_000_000;
    const now = new Date(clock.now()).toISOString();
    const line: Line = {
      ...{ id, call_id: callId, seq, changed: seq, kind: "speech", author: speaker, language, text, revision: 1 },
      ...{ reply_to: null, mentions: [], forwarded: false, edited: false, deleted: false, fleeting: true },
      ...{ created_at: now, spoken_at: now, spoken_ms: 0, typed_by: null, corrected_by: null, mark: null },
      ...{ file: null, translations: [], reactions: [] },
    };
    timeline.lines([line]);
  }

  /** What peers say, of themselves or of those who let them; nothing of the muted, whoever types it. */
  function toldBy({ people, participants }: CallSnapshot): Told[] {
    const told = people.flatMap(({ isMe, participant, saying: said }): Told[] => {
      if (isMe || said === null) return [];
      const speaker = said.speaker ?? participant.user_id;
      const other = participants.get(speaker);
      const may = speaker === participant.user_id || other?.captioner === participant.user_id;
      return may && other?.muted !== true ? [{ ...said, speaker, mine: speaker === me }] : [];
    });
    return mine === null ? told : [...told, mine];
  }

  function follow() {
    const snapshot = call.getSnapshot();
    const told = toldBy(snapshot);
    if (!keeps()) for (const one of told) if (one.final && one !== mine) hold(one);
    captions.told(told.map((one) => ({ ...one, id: held.get(`${one.id} ${one.speaker}`) ?? one.id })));
    const own = new Set(timeline.getSnapshot().lines.flatMap(({ id, author }) => (author === me ? [id] : [])));
    show({
      stillReading: snapshot.people.filter(({ isMe, reading }) => !isMe && reading !== null && own.has(reading)).length,
      typesFor: sameList(
        store.getSnapshot().typesFor,
        [...snapshot.participants.values()].flatMap(({ user_id, captioner, admission }) =>
          captioner === me && admission === "admitted" ? [user_id] : [],
        ),
      ),
    });
    listen(snapshot);
  }

  function listen({ state, me: self, participants }: CallSnapshot) {
    const { tracks, microphone } = devices.getSnapshot();
    const inside = state.name === "connected" || state.name === "reconnecting";
    const voice = inside && microphone.name === "live" && self?.muted !== true && self?.captioner === null;
    if (heardIn !== speaks()) {
      heardIn = speaks();
      recognising.setPhrases(phrasesOf(terms, heardIn));
    }
    recognising.hear(voice && tracks.audio !== null ? { track: tracks.audio, language: heardIn } : null);
    const heardBy = recognisedBy(participants.get(me)?.captioner);
    show({ heardBy });
    const wasConnected = connected;
    connected = state.name === "connected";
    if (!connected) return;
    call.tell({ type: "recogniser", by: heardBy });
    if (!wasConnected) saying.open();
  }

  function recognisedBy(captioner: string | null | undefined): RecognisedBy {
    if (captioner) return "person";
    const { state } = recognising.getSnapshot();
    return state.name === "ready" || state.name === "listening" ? state.by : "off";
  }

  function lines() {
    const { entries, lines: all, history } = timeline.getSnapshot();
    if (history.name !== "loading") captions.lines(entries);
    const names = [...call.getSnapshot().participants.values()].map(({ display_name }) => display_name);
    doubts.look(
      // Older ones come page by page: nobody knows any more what they said.
      all.filter((line) => line.author === me && line.kind === "speech" && !line.deleted && line.seq > since),
      names,
    );
    follow();
  }

  const glossary = createTerms({
    ...{ call, meetingId, rpc, clock },
    read(found) {
      terms = found;
      recognising.setPhrases(phrasesOf(terms, heardIn));
      doubts.setTerms(terms);
    },
  });

  const ends = [
    call.subscribe(follow),
    call.subscribe(glossary.look),
    glossary.close,
    devices.subscribe(() => listen(call.getSnapshot())),
    recognising.subscribe(() => listen(call.getSnapshot())),
    timeline.subscribe(lines),
    captions.subscribe(() => call.tell({ type: "reading", line: captions.getSnapshot().reading })),
  ];
  lines();
  glossary.look();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    recognising,
    captions,
    preferences: options.preferences,
    type(speaker, { id, text, final }) {
      const now = clock.now();
      const language = call.getSnapshot().participants.get(speaker)?.speaks ?? speaks();
      const utterance: Utterance = { id, text, final, language, speaker, began: now - 1_000, at: now };
      saying.heard(utterance);
    },
    letType: (userId) => rpc("set_captioner", { meeting_id: meetingId, ...(userId !== null && { user_id: userId }) }),
    dismiss() {
      doubts.forget();
      show({ refused: null });
    },
    close() {
      for (const end of ends) end();
      doubts.close();
      recognising.close();
      saying.close();
      captions.close();
      call.tell({ type: "recogniser", by: "off" });
    },
  };
}

const sameList = (before: readonly string[], next: readonly string[]) =>
  before.length === next.length && before.every((one, at) => one === next[at]) ? before : next;
