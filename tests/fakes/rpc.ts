/** Creates an rpc client with the given handlers. A call without a handler fails with the function's name. */
import type { Rpc } from "../../app/lib/rpc.ts";
import { fail } from "../../supabase/functions/_shared/contracts/errors.ts";
import type { Handlers } from "./backend/state.ts";

export const fakeRpc =
  (handlers: Partial<Handlers>): Rpc =>
  async (name, args) =>
    handlers[name]?.(args) ?? fail("bug/unexpected", `${name} is not in this fake`);
