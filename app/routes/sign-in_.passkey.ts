/** POST `/sign-in/passkey`: the challenge of a sign-in, for the scripts of `/sign-in` and `/settings/confirm`. */
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { passkeyOptions } from "~/passkeys/passkeyPage.server.ts";

export const action = ({ request, context }: ActionFunctionArgs): Promise<Response> =>
  passkeyOptions(request, () => context.passkeys.signInOptions());
