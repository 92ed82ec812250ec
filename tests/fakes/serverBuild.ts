/** A complete, typed server build of Remix. A test supplies the parts that it checks. */
import type { AppLoadContext, ServerBuild } from "@remix-run/cloudflare";
import { createRpc } from "../../app/lib/rpc.ts";

const notGiven = () => {
  throw new Error("not given in this test");
};

export const loadContext = (parts: Partial<AppLoadContext> = {}): AppLoadContext => ({
  nonce: "",
  env: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable-key", iceServers: [] },
  locale: "en",
  theme: "system",
  messageLanguage: "en",
  session: {
    viewer: notGiven,
    knownViewer: notGiven,
    token: notGiven,
    ensureUser: notGiven,
    hasEnded: () => false,
    hasLostViewer: () => false,
    lacksFactor: () => false,
  },
  secondFactor: {
    read: notGiven,
    confirm: notGiven,
    confirmByApp: notGiven,
    enroll: notGiven,
    verifyNew: notGiven,
    remove: notGiven,
    createRecoveryCodes: notGiven,
  },
  signIn: {
    ...{
      pending: notGiven,
      requestCode: notGiven,
      verifyCode: notGiven,
      verifyLink: notGiven,
      completeFactor: notGiven,
      signOut: notGiven,
    },
    ...{ ways: notGiven, lastWay: notGiven, requestAgain: notGiven, requestSignUp: notGiven },
    ...{ requestRecovery: notGiven, enterPassword: notGiven, changePassword: notGiven, confirmPassword: notGiven },
    ...{
      pendingEmailChange: notGiven,
      beginEmailChange: notGiven,
      confirmEmailChange: notGiven,
      cancelEmailChange: notGiven,
    },
    ...{
      pendingPhoneChange: notGiven,
      beginPhoneChange: notGiven,
      confirmPhoneChange: notGiven,
      cancelPhoneChange: notGiven,
      removePhone: notGiven,
    },
    ...{ beginProvider: notGiven, finishProvider: notGiven, connectProvider: notGiven, disconnectIdentity: notGiven },
    ...{ findCompany: notGiven, beginSso: notGiven },
  },
  passkeys: {
    ...{ list: notGiven, signInOptions: notGiven, signIn: notGiven, confirm: notGiven },
    ...{ registrationOptions: notGiven, add: notGiven, rename: notGiven, remove: notGiven },
  },
  translationPrices: null,
  pushKey: null,
  refused: null,
  rpc: createRpc({ post: notGiven }),
  rpcWithoutRenewal: createRpc({ post: notGiven }),
  anonymousRpc: createRpc({ post: notGiven }),
  signFile: notGiven,
  waitUntil: notGiven,
  ...parts,
});

export const serverBuild = (routes: ServerBuild["routes"]): ServerBuild => ({
  mode: "production",
  entry: { module: { default: notGiven } },
  routes,
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
  isSpaMode: false,
});
