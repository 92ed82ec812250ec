/** The access of each persona to the public functions for files and boards. */
import { randomUUID } from "node:crypto";
import { everybody } from "./personas.ts";
import {
  accountNeeded,
  admitted,
  fileParameters,
  idOf,
  members,
  ofMeeting,
  ofWorkspace,
  removed,
} from "./rpcCaseParts.ts";
import { type RpcCase, type RpcOutcome, signedIn } from "./rpcOutcome.ts";

export const FILE_RPC_ACCESS: readonly RpcCase[] = [
  {
    name: "offer_file",
    args: ({ second, file }) => ({ ...fileParameters(file), p_file_id: randomUUID(), p_call_id: second }),
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", ...removed }),
  },
  {
    name: "offer_file",
    about: "under another's id",
    args: ({ second, file }) => ({ ...fileParameters(file), p_call_id: second }),
    outcomes: signedIn("meeting/not-entered", { admitted: "line/conflict", host: "done", ...removed }),
  },
  {
    name: "offer_file",
    about: "on the board",
    args: ({ meeting }) => ({
      ...{ p_file_id: randomUUID(), p_call_id: null, p_meeting_id: meeting.id },
      ...{ p_name: "plan.pdf", p_type: "application/pdf", p_bytes: 9 },
    }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ admitted: "done", earlier: "done", host: "done", ...removed },
    }),
  },
  {
    name: "board_files",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-found", {
      ...{ admitted: "done", earlier: "done", host: "done", ...members("done") },
    }),
  },
  {
    name: "board_files",
    about: "with a query",
    args: (scene) => ({ ...ofMeeting(scene), p_query: "plan" }),
    outcomes: signedIn("meeting/not-found", {
      ...{ admitted: "done", earlier: "done", host: "done", ...members("done") },
    }),
  },
  {
    name: "board_choices",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-found", {
      ...{ admitted: "done", earlier: "done", host: "done", ...members("done") },
    }),
  },
  {
    name: "comments",
    about: "of a line without a file",
    args: ({ line }) => ({ p_file_id: line }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "post_comment",
    about: "on a line without a file",
    args: ({ line }) => ({ p_line_id: randomUUID(), p_file_id: line, p_language: "es", p_text: "sí" }),
    outcomes: signedIn("file/not-found"),
  },
  // Null without a file.
  { name: "board_file", args: ({ line }) => ({ p_file_id: line }), outcomes: signedIn("done") },
  {
    name: "forward_file",
    about: "of a line without a file",
    args: ({ line, meeting }) => ({ p_line_id: randomUUID(), p_file_id: line, p_meeting_id: meeting.id }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "delete_file",
    about: "of a line without a file",
    args: ({ line }) => ({ p_file_id: line }),
    outcomes: signedIn("file/not-found"),
  },
  // Return nothing of others.
  ...(["commented_files", "board_topics"] as const).map(
    (name): RpcCase => ({ name, args: () => ({}), outcomes: signedIn("done") }),
  ),
  // Others than the owner change nothing.
  { name: "see_comments", args: ({ file }) => ({ p_file_id: file.id, p_seq: 1 }), outcomes: signedIn("done") },
  {
    name: "file_allowance",
    args: ({ second }) => ({ p_call_id: second }),
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), ...removed }),
  },
  {
    name: "set_preview",
    about: "of a file that was not offered",
    args: ({ file }) => ({ p_file_id: file.id, p_width: 1, p_height: 1 }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "file_picture",
    about: "of a line without a file",
    args: ({ line }) => ({ p_file_id: line }),
    outcomes: signedIn("file/not-found"),
  },
  // An unknown file or another user's file changes nothing.
  { name: "withdraw_file", args: ({ file }) => ({ p_file_id: file.id }), outcomes: signedIn("done") },
  {
    name: "share_file",
    about: "whose bytes never came",
    args: ({ file }) => ({ p_file_id: file.id, p_language: "es" }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "uploaded_file",
    about: "whose bytes never came",
    args: ({ file }) => ({ p_file_id: file.id }),
    outcomes: signedIn("file/not-found"),
  },
  // Returns nothing about files of others.
  ...(["readable_files", "removable_files"] as const).map(
    (name): RpcCase => ({ name, args: ({ file }) => ({ p_file_ids: [file.id] }), outcomes: signedIn("done") }),
  ),
  ...(["approve_file", "refuse_file"] as const).map(
    (name): RpcCase => ({
      name,
      args: ({ file }) => ({ p_file_id: file.id, p_version: "v" }),
      outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
    }),
  ),
  { name: "offer_avatar", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  { name: "remove_avatar", args: () => ({}), outcomes: signedIn("done") },
  ...(["offer_avatar", "remove_avatar"] as const).map(
    (name): RpcCase => ({
      ...{ name, about: "of a workspace", args: ofWorkspace },
      outcomes: signedIn("request/not-allowed", {
        ...(name === "offer_avatar" ? accountNeeded : {}),
        ...{ member: "role/admin-needed", admin: "done", owner: "done" },
      }),
    }),
  ),
  {
    name: "store_avatar",
    args: (scene) => ({ p_user_id: idOf(scene, "owner"), p_avatar_id: randomUUID() }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  { name: "orphaned_avatars", args: () => ({}), outcomes: everybody<RpcOutcome>("denied", { service: "done" }) },
];
