/** POST `/settings/passkeys`: the challenge of a new passkey, for the scripts of `/settings/security`. */
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { passkeyOptions } from "~/passkeys/passkeyPage.server.ts";

export const action = ({ request, context }: ActionFunctionArgs): Promise<Response> =>
  passkeyOptions(request, async () => {
    const viewer = await context.session.viewer();
    if (viewer === null || viewer.anonymous) return { ok: false, problem: "request/sign-in-needed" };
    return await context.passkeys.registrationOptions();
  });
