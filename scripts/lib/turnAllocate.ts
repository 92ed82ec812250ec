/** Requests a relayed address from a TURN server over UDP, like a browser (RFC 8656, long-term credentials of RFC 8489). */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";

export interface TurnCredential {
  readonly username: string;
  readonly credential: string;
}

/** The relayed port, or the error code of the rejection: 401 for a wrong credential, 438 for a stale nonce. */
export type Allocation = { readonly relayed: number } | { readonly rejected: number };

const ALLOCATE = 0x0003;
const SUCCESS = 0x0103;
const CREATE_PERMISSION = 0x0008;
const PERMITTED = 0x0108;
const MAGIC_COOKIE = 0x2112a442;
const UDP = 17;
const FAMILY = { ipv4: 1, ipv6: 2 } as const;
const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  family: 0x0017,
  transport: 0x0019,
} as const;

/** UDP loses packets, so each request is repeated until its response arrives. */
const RESEND_INTERVAL_MS = 500;
const ALLOCATE_TIMEOUT_MS = 10_000;
const LONGEST_LIFETIME_SECONDS = 3_600;

/** Rejects if the server does not respond. The server keeps the allocation for its lifetime. */
export const allocate = (port: number, credential: TurnCredential): Promise<Allocation> =>
  withSocket(async (socket) => (await allocateOn(socket, port, credential)).allocation);

export interface HeldAllocations {
  readonly count: number;
  /** The longest lifetime that the server granted. */
  readonly lifetimeSeconds: number;
  /** The error code of the rejection that ended them. */
  readonly rejected: number | undefined;
  /** Closes the sockets. The server keeps the allocations for their lifetime. */
  close(): void;
}

/** Allocates until the server rejects, at most `max` times, and requests the longest lifetime that coturn knows: an hour. */
export async function holdAllocations(port: number, credential: TurnCredential, max: number): Promise<HeldAllocations> {
  const sockets: Socket[] = [];
  const close = () => {
    for (const socket of sockets.splice(0)) socket.close();
  };
  const lifetimes: number[] = [];
  let rejected: number | undefined;
  try {
    while (lifetimes.length < max && rejected === undefined) {
      const socket = createSocket("udp4");
      sockets.push(socket);
      const { allocation, lifetimeSeconds } = await allocateOn(socket, port, credential, {
        lifetimeSeconds: LONGEST_LIFETIME_SECONDS,
      });
      if ("rejected" in allocation) ({ rejected } = allocation);
      else lifetimes.push(lifetimeSeconds);
    }
  } catch (error) {
    close();
    throw error;
  }
  return { count: lifetimes.length, lifetimeSeconds: Math.max(0, ...lifetimes), rejected, close };
}

/** Returns whether an allocation may exchange packets with this address (RFC 8656, CreatePermission). */
export const mayReach = (port: number, credential: TurnCredential, address: string): Promise<boolean> =>
  withSocket(async (socket) => {
    const { allocation, proof, key } = await allocateOn(socket, port, credential, { family: familyOf(address) });
    if ("rejected" in allocation) throw new Error(`no relay for ${address}: ${allocation.rejected}`);
    const transactionId = randomBytes(12);
    const request = message(CREATE_PERMISSION, [peerAddress(address, transactionId), ...proof], transactionId);
    return (await sendRequest(socket, port, signed(request, key))).type === PERMITTED;
  });

const familyOf = (address: string): number => (address.includes(":") ? FAMILY.ipv6 : FAMILY.ipv4);

function addressBytes(address: string): number[] {
  if (familyOf(address) === FAMILY.ipv4) return address.split(".").map(Number);
  // The parser of URLs writes all of it in groups, also an IPv4 address at the end.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >>> 8, value & 0xff];
  });
}

/** Returns XOR-PEER-ADDRESS with port 9. The magic cookie and the transaction id mask the address. */
function peerAddress(address: string, transactionId: Buffer): Buffer {
  const mask = Buffer.concat([uint32(MAGIC_COOKIE), transactionId]);
  const head = Buffer.from([0, familyOf(address), 0, 0]);
  head.writeUInt16BE(9 ^ (MAGIC_COOKIE >>> 16), 2);
  const masked = addressBytes(address).map((byte, index) => byte ^ (mask[index] ?? 0));
  return attribute(ATTRIBUTE.peer, Buffer.concat([head, Buffer.from(masked)]));
}

async function withSocket<T>(use: (socket: Socket) => Promise<T>): Promise<T> {
  const socket = createSocket("udp4");
  try {
    return await use(socket);
  } finally {
    socket.close();
  }
}

interface AllocateOptions {
  readonly lifetimeSeconds?: number;
  /** The family of the relayed address. */
  readonly family?: number;
}

/** `proof` and `key` authenticate later requests of the allocation. */
async function allocateOn(
  socket: Socket,
  port: number,
  { username, credential }: TurnCredential,
  { lifetimeSeconds, family = FAMILY.ipv4 }: AllocateOptions = {},
): Promise<{ allocation: Allocation; lifetimeSeconds: number; proof: readonly Buffer[]; key: Buffer }> {
  const transport = attribute(ATTRIBUTE.transport, Buffer.from([UDP, 0, 0, 0]));
  const first = await sendRequest(socket, port, message(ALLOCATE, [transport]));
  const realm = first.attributes.get(ATTRIBUTE.realm) ?? Buffer.alloc(0);
  const nonce = first.attributes.get(ATTRIBUTE.nonce) ?? Buffer.alloc(0);
  const key = createHash("md5").update(`${username}:${realm}:${credential}`).digest();
  const proof = [
    attribute(ATTRIBUTE.username, Buffer.from(username)),
    attribute(ATTRIBUTE.realm, realm),
    attribute(ATTRIBUTE.nonce, nonce),
  ];
  const lifetime = lifetimeSeconds === undefined ? [] : [attribute(ATTRIBUTE.lifetime, uint32(lifetimeSeconds))];
  const relayFamily = attribute(ATTRIBUTE.family, Buffer.from([family, 0, 0, 0]));
  const request = signed(message(ALLOCATE, [transport, relayFamily, ...lifetime, ...proof]), key);
  const { type, attributes } = await sendRequest(socket, port, request);
  const relayed = attributes.get(ATTRIBUTE.relayed);
  const granted = { lifetimeSeconds: attributes.get(ATTRIBUTE.lifetime)?.readUInt32BE(0) ?? 0, proof, key };
  if (type === SUCCESS && relayed !== undefined)
    return { allocation: { relayed: relayed.readUInt16BE(2) ^ (MAGIC_COOKIE >>> 16) }, ...granted };
  const error = attributes.get(ATTRIBUTE.error);
  const code = error === undefined ? 0 : error.readUInt8(2) * 100 + error.readUInt8(3);
  return { allocation: { rejected: code }, ...granted };
}

interface StunResponse {
  readonly type: number;
  readonly attributes: ReadonlyMap<number, Buffer>;
}

function sendRequest(socket: Socket, port: number, request: Buffer): Promise<StunResponse> {
  return new Promise((resolve, reject) => {
    const send = () => socket.send(request, port, "127.0.0.1");
    const resend = setInterval(send, RESEND_INTERVAL_MS);
    const timeout = setTimeout(
      () => finish(() => reject(new Error("The TURN server does not respond."))),
      ALLOCATE_TIMEOUT_MS,
    );
    const onMessage = (response: Buffer) => {
      // A late or repeated response to an earlier request has another transaction id.
      if (response.subarray(8, 20).equals(request.subarray(8, 20))) finish(() => resolve(parseResponse(response)));
    };
    const finish = (settle: () => void) => {
      clearInterval(resend);
      clearTimeout(timeout);
      socket.off("message", onMessage);
      settle();
    };
    socket.on("message", onMessage);
    send();
  });
}

function message(method: number, attributes: readonly Buffer[], transactionId = randomBytes(12)): Buffer {
  const body = Buffer.concat(attributes);
  const header = Buffer.alloc(20);
  header.writeUInt16BE(method, 0);
  header.writeUInt16BE(body.length, 2);
  header.writeUInt32BE(MAGIC_COOKIE, 4);
  transactionId.copy(header, 8);
  return Buffer.concat([header, body]);
}

function attribute(type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(value.length, 2);
  return Buffer.concat([header, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Appends MESSAGE-INTEGRITY, which the length in the header must already include. */
function signed(unsigned: Buffer, key: Buffer): Buffer {
  const counted = Buffer.from(unsigned);
  counted.writeUInt16BE(unsigned.length - 20 + 24, 2);
  return Buffer.concat([counted, attribute(ATTRIBUTE.integrity, createHmac("sha1", key).update(counted).digest())]);
}

function parseResponse(response: Buffer): StunResponse {
  const attributes = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= response.length; ) {
    const length = response.readUInt16BE(at + 2);
    attributes.set(response.readUInt16BE(at), response.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return { type: response.readUInt16BE(0), attributes };
}
