/**
 * Runs before the code of an edge function and adds the globals of hosted functions.
 * - `EdgeRuntime.waitUntil(promise)` lets work outlive the response: Supabase, "Background Tasks".
 * - The variables that only start this process are hidden.
 */
for (const name of ["PATH", "DENO_DIR", "DENO_NO_UPDATE_CHECK", "NO_COLOR"]) Deno.env.delete(name);

globalThis.EdgeRuntime = {
  waitUntil(promise) {
    // The process stays, so the work only needs protection from an unhandled rejection.
    Promise.resolve(promise).catch((error) => console.error(error));
    return promise;
  },
};
