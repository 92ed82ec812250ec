/** Helpers that offer and accept a merge token, and count a person's remaining rows. */
import { claimed, claimOffer } from "#contracts/account.ts";
import type { Person } from "./fixtures.ts";
import type { DatabaseCaller, TestDatabase } from "./testDatabase.ts";

export const guestMerge = (db: TestDatabase) => {
  const offer = async (guest: DatabaseCaller) => (await db.rpc(guest, "create_merge_token", {}, claimOffer)).token;
  const accept = (who: DatabaseCaller, token: string | null) =>
    db.rpc(who, "redeem_merge_token", { p_token: token }, claimed);
  /** Redeems until everything is transferred. Returns the number of meetings. */
  async function acceptAll(who: DatabaseCaller, token: string) {
    let meetings = 0;
    for (let more = true; more; ) {
      const step = await accept(who, token);
      meetings += step.meetings;
      more = step.more;
    }
    return { meetings };
  }
  return {
    offer,
    accept,
    acceptAll,
    claim: async (guest: DatabaseCaller, who: DatabaseCaller) => acceptAll(who, await offer(guest)),
    /** Counts the rows of a person by table. */
    async traces({ id }: Person) {
      const [row] = await db.admin`
        select
          (select count(*)::int from public.participants where user_id = ${id}) as participants,
          (select count(*)::int from public.attendance where user_id = ${id}) as attendance,
          (select count(*)::int from public.call_peers where user_id = ${id}) as peers,
          (select count(*)::int from public.lines where author = ${id}) as lines,
          (select count(*)::int from public.meetings where host = ${id}) as hosted`;
      return row;
    },
  };
};

/** The counts of a person without rows. */
export const NO_TRACES = { participants: 0, attendance: 0, peers: 0, lines: 0, hosted: 0 };
