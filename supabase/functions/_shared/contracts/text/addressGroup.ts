/**
 * Returns the address that limits count for an IP address: an IPv4 address itself, and the first address of an IPv6 /64,
 * because one customer has at least that. Returns other text unchanged.
 */
export function addressGroup(address: string): string {
  const groups = ipv6Groups(address);
  if (groups === null) return address;
  const [high = 0, low = 0] = groups.slice(6);
  // IPv4 in IPv6: ::ffff:192.0.2.1.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::`;
}

/** Returns the eight groups of an IPv6 address, or null. */
function ipv6Groups(address: string): number[] | null {
  const bare = address.split("%")[0] ?? "";
  if (!bare.includes(":") || !URL.canParse(`http://[${bare}]`)) return null;
  // `URL` writes each address in one way: without a dotted end, and with at most one `::`.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const parse = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [parse(head), parse(tail ?? "")];
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}
