/**
 * Result schemas of the database functions that few pages call. They load with the first call of one of them, so that start
 * pages do not load them.
 */

import * as z from "zod/mini";
import * as account from "#contracts/account.ts";
import { meetingAvatars } from "#contracts/avatars.ts";
import * as board from "#contracts/board.ts";
import * as confirmations from "#contracts/confirmations.ts";
import { factorResetState, workspaceFactorResets } from "#contracts/factorResets.ts";
import * as files from "#contracts/files.ts";
import * as glossary from "#contracts/glossary.ts";
import { linkedIdentities } from "#contracts/identities.ts";
import { health } from "#contracts/jobs.ts";
import * as lines from "#contracts/lines.ts";
import { callInsights, workspaceInsights } from "#contracts/measureResults.ts";
import * as meetings from "#contracts/meetings.ts";
import { passwordState } from "#contracts/passwords.ts";
import * as personalData from "#contracts/personalData.ts";
import * as plans from "#contracts/plans.ts";
import * as recap from "#contracts/recap.ts";
import { accountSessions } from "#contracts/sessions.ts";
import { postedCaptions } from "#contracts/speech.ts";
import { summaryStatus } from "#contracts/summary.ts";
import { translationQuota } from "#contracts/translate.ts";
import * as workspaces from "#contracts/workspaces.ts";
import type { DatabaseFunction } from "./rpcTypes.ts";

export const lazySchemas = {
  create_meeting: meetings.createdMeeting,
  post_captions: postedCaptions,
  set_role: meetings.participantResult,
  update_meeting: meetings.meeting,
  rotate_code: meetings.meeting,
  set_captioner: meetings.participantResult,
  correct_line: lines.line,
  mark_line: lines.line,
  forward_line: lines.line,
  report_translation: z.unknown(),
  retry_translation: z.unknown(),
  translation_quota: translationQuota,
  corrections: recap.corrections,
  proposals: recap.proposals,
  propose_correction: lines.line,
  answer_proposal: lines.line,
  share_call: z.unknown(),
  missed_lines: recap.missed,
  missed_signals: z.array(z.unknown()),
  call_recap: recap.callSummary,
  transcript: recap.transcript,
  lines_with_links: recap.foundLines,
  lines_with_files: recap.foundLines,
  offer_file: files.fileUploadOffer,
  withdraw_file: z.unknown(),
  file_allowance: files.fileAllowance,
  set_preview: z.unknown(),
  file_picture: board.filePicture,
  board_files: board.boardFiles,
  board_choices: board.boardChoices,
  comments: board.comments,
  post_comment: lines.line,
  see_comments: z.unknown(),
  board_file: board.oneBoardFile,
  board_topics: board.boardTopics,
  commented_files: board.commentedFiles,
  forward_file: lines.line,
  delete_file: z.unknown(),
  call_confirmations: confirmations.callConfirmations,
  ask_confirmation: confirmations.confirmationResult,
  answer_confirmation: confirmations.confirmationResult,
  set_task_due: lines.line,
  home_confirmations: confirmations.homeConfirmations,
  confirmation_by_link: confirmations.linkedConfirmation,
  answer_by_link: confirmations.linkedConfirmation,
  stop_confirmation_emails: z.unknown(),
  set_confirmation_emails: account.profile,
  read_summary: summaryStatus,
  insights: workspaceInsights,
  call_insights: callInsights,
  glossary: glossary.terms,
  save_term: glossary.term,
  propose_term: glossary.term,
  decide_term: glossary.decidedTerm,
  delete_term: z.unknown(),
  import_terms: glossary.importedTerms,
  meeting_terms: glossary.meetingTerms,
  meeting_avatars: meetingAvatars,
  proposed_terms: glossary.terms,
  term_occurrences: glossary.termLines,
  retranslate_term: glossary.retranslated,
  my_workspaces: z.array(workspaces.ownWorkspace),
  create_workspace: workspaces.workspace,
  update_workspace: workspaces.workspace,
  choose_workspace: z.unknown(),
  workspace_members: workspaces.workspaceMembers,
  set_member_role: z.unknown(),
  remove_member: z.unknown(),
  leave_workspace: z.unknown(),
  transfer_workspace: z.unknown(),
  require_two_factor: workspaces.workspace,
  require_single_sign_on: workspaces.workspace,
  workspace_invitations: z.array(workspaces.invitation),
  invite_member: workspaces.sentInvitation,
  renew_invitation: workspaces.sentInvitation,
  revoke_invitation: z.unknown(),
  read_invitation: workspaces.invitationPage,
  accept_invitation: workspaces.workspace,
  workspace_changes: workspaces.workspaceChanges,
  workspace_usage: workspaces.workspaceUsage,
  my_sessions: accountSessions,
  end_session: z.unknown(),
  end_other_sessions: z.unknown(),
  password_state: passwordState,
  allow_password_change: z.unknown(),
  allow_email_change: z.unknown(),
  allow_phone_change: z.unknown(),
  remove_phone: z.unknown(),
  allow_new_factor: z.unknown(),
  allow_recovery_codes: z.unknown(),
  allow_factor_removal: z.unknown(),
  factor_reset_state: factorResetState,
  request_factor_reset: z.unknown(),
  withdraw_factor_reset: z.unknown(),
  workspace_factor_resets: workspaceFactorResets,
  answer_factor_reset: z.unknown(),
  has_recent_proof: z.boolean(),
  begin_passkey: z.unknown(),
  allow_passkey: z.unknown(),
  my_identities: linkedIdentities,
  allow_identity: z.unknown(),
  allow_identity_removal: z.unknown(),
  calendar: plans.calendar,
  read_series: plans.plannedSeries,
  cancel_series: plans.storedSeries,
  invite_to_series: plans.plannedSeries,
  remove_invitee: plans.plannedSeries,
  send_invitation_again: plans.plannedSeries,
  series_by_link: plans.linkedSeries,
  answer_series_by_link: plans.linkedSeries,
  set_series_emails: z.unknown(),
  account_deletion: personalData.accountDeletion,
  request_account_deletion: personalData.accountDeletion,
  cancel_account_deletion: personalData.accountDeletion,
  request_workspace_deletion: workspaces.workspace,
  cancel_workspace_deletion: workspaces.workspace,
  export_account: personalData.exportAccount,
  export_page: personalData.exportPage,
  export_count: personalData.exportCount,
  health,
  home: account.home,
  meeting_page: account.meetingPage,
  read_profile: account.profile,
  update_profile: account.profile,
  create_merge_token: account.claimOffer,
  redeem_merge_token: account.claimed,
} satisfies Partial<Record<DatabaseFunction, z.ZodMiniType>>;
