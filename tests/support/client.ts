import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { errorStatus } from "#contracts/errorStatuses.ts";

/** Repeats a busy request as the app's clients do (decision 045): it waited for the turn of another. */
export const fetchRepeatingBusy: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  return response.status === errorStatus("request/busy") ? await fetchRepeatingBusy(input, init) : response;
};

/** Returns a client with the publishable key and no session. */
export const createTestClient = ({ url, publishableKey }: { url: string; publishableKey: string }): SupabaseClient =>
  createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchRepeatingBusy },
  });
