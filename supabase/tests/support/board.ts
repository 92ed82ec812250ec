/** Helpers that put files on the board of a meeting, and comment on them. */
import { randomUUID } from "node:crypto";
import { boardChoices, boardFiles, boardTopics, commentedFiles, comments, oneBoardFile } from "#contracts/board.ts";
import { fileUploadOffer } from "#contracts/files.ts";
import { line } from "#contracts/lines.ts";
import { fileActions } from "./files.ts";
import { account, addMember, type Person, person, workspaceOf } from "./fixtures.ts";
import { moderation } from "./moderation.ts";
import { type Argument, type DatabaseCaller, emptyResult, type TestDatabase, toParameters } from "./testDatabase.ts";

export const boardActions = (db: TestDatabase) => {
  const { PDF, share, upload } = fileActions(db);

  const offerOnBoard = async (
    who: DatabaseCaller,
    meeting: string,
    { id = randomUUID(), ...more }: Record<string, Argument> = {},
  ) =>
    (
      await db.rpc(
        who,
        "offer_file",
        { p_file_id: id, p_call_id: null, p_meeting_id: meeting, ...toParameters({ ...PDF, ...more }) },
        fileUploadOffer,
      )
    ).path;

  /** Offers, uploads and shares a file. Returns its line. */
  async function putOnBoard(
    who: Person,
    meeting: string,
    { contents, ...more }: { name?: string; bytes?: number; type?: string; contents?: string } = {},
  ) {
    const id = randomUUID();
    const path = await offerOnBoard(who, meeting, { id, ...more });
    await upload(who, path, { ...more, ...(contents !== undefined && { contents }) });
    return share(who, id);
  }

  const list = (who: DatabaseCaller, more: Record<string, Argument> = {}) =>
    db.rpc(who, "board_files", toParameters(more), boardFiles);
  const choices = (who: DatabaseCaller, more: Record<string, Argument> = {}) =>
    db.rpc(who, "board_choices", toParameters(more), boardChoices);
  const namesOf = async (who: DatabaseCaller, more: Record<string, Argument> = {}) =>
    (await list(who, more)).lines.map(({ text }) => text);

  const comment = (who: DatabaseCaller, file: string, text = "¿Cuál?", id: string = randomUUID()) =>
    db.rpc(who, "post_comment", { p_line_id: id, p_file_id: file, p_language: "es", p_text: text }, line);
  const read = (who: DatabaseCaller, file: string, afterSeq?: number) =>
    db.rpc(who, "comments", { p_file_id: file, ...(afterSeq !== undefined && { p_after_seq: afterSeq }) }, comments);
  const see = (who: DatabaseCaller, file: string, seq: number) =>
    db.rpc(who, "see_comments", { p_file_id: file, p_seq: seq }, emptyResult);

  const openFile = (who: DatabaseCaller, file: string) => db.rpc(who, "board_file", { p_file_id: file }, oneBoardFile);
  const forwardFile = (who: DatabaseCaller, file: string, meeting: string, id: string = randomUUID()) =>
    db.rpc(who, "forward_file", { p_line_id: id, p_file_id: file, p_meeting_id: meeting }, line);
  const deleteFile = (who: DatabaseCaller, file: string) =>
    db.rpc(who, "delete_file", { p_file_id: file }, emptyResult);
  const commented = (who: DatabaseCaller) => db.rpc(who, "commented_files", {}, commentedFiles);
  const topicsOf = (who: DatabaseCaller) => db.rpc(who, "board_topics", {}, boardTopics);
  const boardEvents = async (meeting: string) =>
    (
      await db.admin<{ payload: { line_id: string; about: string | null } }[]>`
        select payload from realtime.messages
        where topic = ${`board:${meeting}`} and event = 'board_changed' order by (payload ->> 'seq')::bigint`
    ).map(({ payload }) => payload);

  /**
   * A meeting of a workspace: its host with an account, guests of the call, a member who was not in it, and a person who never
   * came.
   */
  async function scene() {
    const owner = await account(db);
    const given = await moderation(db).scene(owner);
    const member = await account(db);
    await addMember(db, await workspaceOf(db, owner), member, "member");
    return { ...given, member, passer: await person(db) };
  }

  return {
    ...{ scene, offerOnBoard, putOnBoard, list, choices, namesOf, comment, read, see },
    ...{ openFile, forwardFile, deleteFile, commented, topicsOf, boardEvents },
  };
};
