-- Deletions of accounts and workspaces: requested, and carried out by `sweep` after a week.

-- A deletion can be withdrawn until `started_at`. `mark_id` is the nameless user that the person's deleted lines belong to.
create table private.account_deletions (
  user_id uuid primary key references public.profiles on delete cascade,
  requested_at timestamptz not null default now(),
  delete_at timestamptz not null,
  started_at timestamptz,
  mark_id uuid references public.profiles on delete set null
);
revoke all on private.account_deletions from public, anon, authenticated, service_role;
alter table private.account_deletions enable row level security;

create index account_deletions_delete_at_idx on private.account_deletions (delete_at);
create index account_deletions_mark_id_idx on private.account_deletions (mark_id) where mark_id is not null;

-- `requested_by` is null if the workspace goes with the account of its only member. Members up to `informed_id` got an email,
-- all of them if `is_informed`.
create table private.workspace_deletions (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  requested_by uuid references public.profiles on delete set null,
  requested_at timestamptz not null default now(),
  delete_at timestamptz not null,
  started_at timestamptz,
  informed_id uuid not null default '00000000-0000-0000-0000-000000000000',
  is_informed boolean not null default false
);
revoke all on private.workspace_deletions from public, anon, authenticated, service_role;
alter table private.workspace_deletions enable row level security;

create index workspace_deletions_delete_at_idx on private.workspace_deletions (delete_at);
create index workspace_deletions_requested_by_idx on private.workspace_deletions (requested_by)
where requested_by is not null;

alter table public.workspace_changes drop constraint workspace_changes_action_check;
alter table public.workspace_changes add constraint workspace_changes_action_check check (
  action in (
    'workspace-created', 'workspace-renamed', 'retention-changed', 'translation-changed', 'member-invited',
    'invitation-renewed', 'invitation-revoked', 'member-joined', 'role-changed', 'member-removed', 'member-left',
    'deletion-requested', 'deletion-withdrawn'
  )
);

create index workspace_changes_address_idx on public.workspace_changes ((coalesce(detail ->> 'email', detail ->> 'address')), at);
create index workspace_changes_deletions_idx on public.workspace_changes (workspace_id, at)
where action = 'deletion-requested';

-- The user can do nothing more: the deletion of the account has begun.
alter table public.profiles add column closed_at timestamptz;

-- Returns the id of the caller. A token may outlive its user; such a caller must sign in again.
create or replace function private.require_user_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
begin
  if not exists (select from public.profiles where id = caller_id and closed_at is null) then
    perform private.raise_error('request/sign-in-needed');
  end if;
  return caller_id;
end
$$;

-- Exports read a person's rows in pages, by these indexes. They replace those by the person alone, but for that of participants:
-- with it the planner reads the newest meetings of a person, without it all of them.
create index lines_author_created_at_id_idx on public.lines (author, created_at, id);
create index lines_typed_by_id_idx on public.lines (typed_by, id) where typed_by is not null;
create index lines_corrected_by_id_idx on public.lines (corrected_by, id) where corrected_by is not null;
create index line_corrections_author_line_id_idx on public.line_corrections (author, line_id, revision)
where author is not null;
create index line_proposals_proposer_line_id_idx on public.line_proposals (proposer, line_id);
create index line_marks_by_line_id_idx on public.line_marks (by, line_id) where by is not null;
create index line_marks_who_line_id_idx on public.line_marks (who, line_id) where who is not null;
create index reactions_user_id_line_id_idx on public.reactions (user_id, line_id, emoji);
create index translation_reports_reporter_line_id_idx
on public.translation_reports (reporter, line_id, revision, language);
create index confirmations_asked_by_line_id_idx on public.confirmations (asked_by, line_id) where asked_by is not null;
create index confirmation_answers_user_id_line_id_idx on public.confirmation_answers (user_id, line_id, revision);
create index glossary_terms_proposed_by_id_idx on public.glossary_terms (proposed_by, id) where proposed_by is not null;
create index participants_user_id_meeting_id_idx on public.participants (user_id, meeting_id);
create index files_owner_id_idx on public.files (owner, id);
drop index public.lines_author_created_at_idx;
drop index public.lines_typed_by_idx;
drop index public.lines_corrected_by_idx;
drop index public.line_corrections_author_idx;
drop index public.line_proposals_proposer_idx;
drop index public.line_marks_by_idx;
drop index public.line_marks_who_idx;
drop index public.reactions_user_id_idx;
drop index public.translation_reports_reporter_idx;
drop index public.confirmations_asked_by_idx;
drop index public.confirmation_answers_user_id_idx;
drop index public.glossary_terms_proposed_by_idx;
