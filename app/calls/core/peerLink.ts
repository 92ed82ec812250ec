/**
 * One connection to one other peer, kept up.
 *
 * - The peer with the higher join number makes the first offer, and alone restarts ICE. With offers from both sides
 *   at once the polite side can hang for good in Chromium: it rolls back while it sets its own description.
 * - Later negotiation is perfect negotiation; the one who did not make the first offer is polite.
 * - Every step on the connection runs in one queue, so that no two negotiations interleave. What a connection was asked
 *   may stay without an answer once it is closed: the next one has a queue of its own.
 * - The first offer is made at once and leaves when the topics are joined: to wait until the other side listens would
 *   cost a way there and back. To a side that says it heard none it is sent again at once; without an answer, with the
 *   next `ready`: it, or any broadcast, may be lost. One that comes twice is answered twice by the same answer.
 * - `connectionState` `failed` restarts ICE; after two restarts in vain the connection is built anew. The other side
 *   knows a new connection by the session id in its SDP, and follows.
 * - What the other side does not want is not sent: its line may be weak.
 */
import type { ErrorCode } from "#contracts/errors.ts";
import type { LiveMessage, LiveState } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { createStore, keepObject, type Store } from "../../platform/store.ts";
import type { Candidate, Connection, ConnectionEvents, Description, MakeConnection } from "./connection.ts";
import type { Ice } from "./ice.ts";
import { createIncoming, WANTS_ALL } from "./incoming.ts";
import { createProbing, type Probing } from "./probing.ts";
import { type Counted, LOOK_EVERY, qualityOf } from "./quality.ts";
import type { Signalling, SignallingEvents } from "./signalling.ts";
import { NOTHING_YET, type RemoteMedia, type SentTracks, TRACK_NAMES, type TrackName } from "./transport.ts";

/** An offer that was heard is not repeated sooner. */
const OFFER_AGAIN = 1_500;
/** So long without a connection is said. */
export const PROBLEM_AFTER = 15_000;
/** A connection that neither comes up nor fails is taken for failed. */
export const WATCH = 30_000;
const RESTARTS = 2;
const WAITING_CANDIDATES = 256;
/** Where one way is found the others have time: each that is added holds up the page, and its first picture is coming. */
export const MORE_WAYS_AFTER = 1_000;

export interface PeerLinkOptions {
  makeConnection: MakeConnection;
  makeStream: () => MediaStream;
  ice: Ice;
  clock: Clock;
  openSignalling: (events: SignallingEvents) => Signalling;
  /** This side has the higher join number. */
  offers: boolean;
  tracks: SentTracks;
  /** The newest message of each type, sent when the channel opens. */
  live: () => readonly LiveState[];
}

export interface PeerLink extends Store<RemoteMedia> {
  setTracks(tracks: SentTracks): void;
  sendLive(message: LiveMessage): void;
  close(): void;
}

export function createPeerLink(options: PeerLinkOptions): PeerLink {
  const { clock, offers, ice } = options;
  const store = createStore<RemoteMedia>(NOTHING_YET);
  let tracks = options.tracks;
  let wants = WANTS_ALL;
  let closed = false;
  /** The present connection has its tracks and its channel. */
  let prepared = false;
  let wasConnected = false;
  let restarts = 0;
  let offeredAt: number | null = null;
  let waiting: Candidate[] = [];
  /** At the last look at the line. */
  let counted: Counted | null = null;
  let probe: Probing = () => {};
  let steps: Promise<void> = Promise.resolve();
  /** Raised with each queue: what still stands in an older one is of a connection that is gone. */
  let queue = 0;
  let endConnection: Cancel = () => {};
  let cancelProblem: Cancel = () => {};
  let cancelWatch: Cancel = () => {};

  const show = (change: Partial<RemoteMedia>) => {
    const now = store.getSnapshot();
    store.set(keepObject(now, { ...now, ...change }));
  };

  /** A step that fails leaves the connection as it is: the repeated offer or the watch bring it on. */
  const step = (run: () => Promise<void>) => {
    const mine = queue;
    steps = steps.then(async () => {
      if (!closed && mine === queue) await run().catch(() => {});
    });
  };

  function makeConnection(): Connection {
    endConnection();
    let alive = true;
    prepared = false;
    wants = WANTS_ALL;
    const guarded =
      <Args extends unknown[]>(run: (...args: Args) => void) =>
      (...args: Args) => {
        if (alive && !closed) run(...args);
      };
    const incoming = createIncoming({
      makeStream: options.makeStream,
      clock,
      show,
      wants(now) {
        wants = now;
        sendTracks();
      },
    });
    const events: ConnectionEvents = {
      candidate: guarded((candidate) => signalling.candidate(candidate)),
      stateChanged: guarded(stateChanged),
      // Chromium asks for it already when a fresh connection is given other servers: the first offer is not made so.
      negotiationNeeded: guarded(() => {
        if (prepared) step(offer);
      }),
      track: guarded(incoming.track),
      liveOpened: guarded(() => {
        for (const message of options.live()) made.sendLive(message);
      }),
      live: guarded(incoming.heard),
    };
    const made = options.makeConnection(ice.getSnapshot(), events, offers);
    probe = createProbing((most) => made.boundPicture(most));
    endConnection = () => {
      alive = false;
      incoming.close();
      made.close();
    };
    return made;
  }

  const signalling = options.openSignalling({
    ready(missed) {
      // What is not offered yet will be heard. What was, and is on its way, comes twice: it costs a message.
      if (!offers || closed || offeredAt === null) return;
      if (missed || clock.now() - offeredAt >= OFFER_AGAIN) step(offerAgain);
    },
    description: (description) => step(() => (description.kind === "offer" ? answer(description) : take(description))),
    candidates: (candidates) => step(() => takeCandidates(candidates)),
  });
  let connection = makeConnection();
  watch();
  const endIce = ice.subscribe(() => {
    connection.setIceServers(ice.getSnapshot());
    // What did not come up with the servers before may with these.
    if (store.getSnapshot().problem !== null) restart();
  });
  const endLooks = clock.every(LOOK_EVERY, () => void look());

  function prepare() {
    prepared = true;
    connection.prepare();
    sendTracks();
  }

  const wanted = (name: TrackName) => (name === "audio" || name === "screenSound" ? wants.sound : wants.picture);

  function sendTracks() {
    for (const name of TRACK_NAMES) connection.send(name, wanted(name) ? tracks[name] : null);
  }

  async function offer() {
    const mine = connection;
    // With an offer open, negotiation comes up again by itself once it is answered.
    if (mine.signalingState() !== "stable") return;
    await mine.setLocalDescription();
    if (mine === connection) sendLocal();
  }

  async function offerAgain() {
    if (connection.signalingState() === "have-local-offer") sendLocal();
  }

  function sendLocal() {
    const description = connection.localDescription();
    if (description === null) return;
    if (description.kind === "offer") offeredAt = clock.now();
    signalling.describe(description);
  }

  async function answer(description: Description) {
    const before = connection.remoteDescription();
    if (before !== null && sessionOf(before.sdp) !== sessionOf(description.sdp)) connection = makeConnection();
    const mine = connection;
    if (mine.signalingState() === "stable" && isAgain(description, mine.remoteDescription())) return sendLocal();
    if (offers && mine.signalingState() !== "stable") return;
    await mine.setRemoteDescription(description);
    if (mine !== connection) return;
    prepare();
    await addCandidates([]);
    await mine.setLocalDescription();
    if (mine === connection) sendLocal();
  }

  async function take(description: Description) {
    const mine = connection;
    // A second answer, to an offer that was sent twice.
    if (mine.signalingState() !== "have-local-offer") return;
    const before = mine.remoteDescription();
    // Answered by a connection that is new on the other side: ours cannot go on with it.
    if (offers && before !== null && sessionOf(before.sdp) !== sessionOf(description.sdp)) return rebuild();
    await mine.setRemoteDescription(description);
    if (mine === connection) await addCandidates([]);
  }

  async function takeCandidates(candidates: readonly Candidate[]) {
    if (connection.state() !== "connected") return addCandidates(candidates);
    clock.after(MORE_WAYS_AFTER, () => step(() => addCandidates(candidates)));
  }

  /** Adds what belongs to the present remote description; the rest waits for the next one. */
  async function addCandidates(arrived: readonly Candidate[]) {
    const mine = connection;
    const remote = mine.remoteDescription();
    const all = [...waiting, ...arrived];
    waiting = all.filter((candidate) => remote === null || !belongs(candidate, remote)).slice(-WAITING_CANDIDATES);
    if (remote === null) return;
    for (const candidate of all) {
      // Refused when it is of a description that was given up.
      if (belongs(candidate, remote)) await mine.addIceCandidate(candidate).catch(() => {});
    }
  }

  function stateChanged() {
    const state = connection.state();
    const connected = state === "connected";
    signalling.setConnected(connected);
    if (connected) {
      wasConnected = true;
      restarts = 0;
      cancelProblem();
      cancelWatch();
      show({ connection: "connected", problem: null });
      return;
    }
    if (store.getSnapshot().connection === "connected") watch();
    counted = null;
    show({
      connection: wasConnected ? "reconnecting" : "connecting",
      quality: null,
      speaking: false,
      typing: false,
    });
    if (state === "failed") restart();
  }

  async function look() {
    const mine = connection;
    if (mine.state() !== "connected") return;
    const now = await mine.count().catch(() => null);
    if (now === null || closed || mine !== connection || mine.state() !== "connected") return;
    if (counted !== null) show({ quality: qualityOf(counted, now) });
    counted = now;
    probe(now.pictureRate);
  }

  function restart() {
    watchOn();
    if (!offers) return;
    restarts += 1;
    if (restarts > RESTARTS) return rebuild();
    connection.restartIce();
    step(offer);
  }

  function rebuild() {
    restarts = 0;
    queue += 1;
    steps = Promise.resolve();
    waiting = [];
    connection = makeConnection();
    prepare();
    step(offer);
  }

  function watch() {
    cancelProblem();
    cancelProblem = clock.after(PROBLEM_AFTER, () => {
      const problem: ErrorCode = signalling.open() ? "network/media-failed" : "network/signalling-lost";
      show({ problem });
      ice.renew();
    });
    watchOn();
  }

  function watchOn() {
    cancelWatch();
    cancelWatch = clock.after(WATCH, restart);
  }

  // Tracks take a while to make: in their turn, when the topics of all links are being joined.
  if (offers) step(async () => prepare());
  // Candidates are gathered from a description on.
  step(() => ice.ready);
  if (offers) step(offer);

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setTracks(next) {
      tracks = next;
      sendTracks();
    },
    sendLive: (message) => connection.sendLive(message),
    close() {
      closed = true;
      cancelProblem();
      cancelWatch();
      endIce();
      endLooks();
      endConnection();
      signalling.close();
    },
  };
}

/** The session id of an SDP's `o=` line: the same for the life of a connection, another in every other. */
const sessionOf = (sdp: string): string => /^o=\S+ (\S+)/mu.exec(sdp)?.[1] ?? "";

/** Session and version: what is described anew has another version. */
const originOf = (sdp: string): string => /^o=\S+ \S+ \S+/mu.exec(sdp)?.[0] ?? "";

const isAgain = ({ kind, sdp }: Description, before: Description | null): boolean =>
  before?.kind === kind && originOf(before.sdp) === originOf(sdp);

const belongs = ({ usernameFragment }: Candidate, { sdp }: Description): boolean =>
  usernameFragment === null || usernameFragment === undefined || sdp.includes(`a=ice-ufrag:${usernameFragment}`);
