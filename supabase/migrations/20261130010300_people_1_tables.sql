-- People in workspaces: invitations, the log of changes, and the workspace of a person's new meetings.

-- An invitation is a link. Only the SHA-256 of its token is stored. With an address, the account that has this address
-- accepts it, once; without, everybody with the link, until it expires.
create table public.workspace_invitations (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  role text not null check (role in ('admin', 'member')),
  email text check (email = lower(email) and char_length(email) between 3 and 254),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_by uuid references public.profiles on delete cascade,
  -- Everybody with a link may get it, so it gives no more than the least role.
  check (email is not null or role = 'member'),
  check (accepted_by is null or email is not null)
);
revoke all on public.workspace_invitations from public, anon, authenticated, service_role;
alter table public.workspace_invitations enable row level security;

create index workspace_invitations_workspace_id_idx on public.workspace_invitations (workspace_id, created_at);
create unique index workspace_invitations_email_idx on public.workspace_invitations (workspace_id, email)
where accepted_by is null;
create index workspace_invitations_expires_at_idx on public.workspace_invitations (expires_at);
create index workspace_invitations_invited_by_idx on public.workspace_invitations (invited_by);
create index workspace_invitations_accepted_by_idx on public.workspace_invitations (accepted_by);

-- Changes of a workspace that its admins can read. `detail` holds old and new values, and no words of a meeting. A person
-- whose account is deleted becomes null.
create table public.workspace_changes (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  at timestamptz not null default now(),
  action text not null check (
    action in (
      'workspace-created', 'workspace-renamed', 'retention-changed', 'translation-changed', 'member-invited',
      'invitation-renewed', 'invitation-revoked', 'member-joined', 'role-changed', 'member-removed', 'member-left'
    )
  ),
  actor uuid references public.profiles on delete set null,
  person uuid references public.profiles on delete set null,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 2048)
);
revoke all on public.workspace_changes from public, anon, authenticated, service_role;
alter table public.workspace_changes enable row level security;

create index workspace_changes_workspace_id_idx on public.workspace_changes (workspace_id, id);
-- The emails of the last day, which are bounded.
create index workspace_changes_emails_idx on public.workspace_changes (at) where detail ? 'email';
create index workspace_changes_workspace_emails_idx on public.workspace_changes (workspace_id, at) where detail ? 'email';
create index workspace_changes_actor_emails_idx on public.workspace_changes (actor, at) where detail ? 'email';
create index workspace_changes_at_idx on public.workspace_changes (at);
create index workspace_changes_actor_idx on public.workspace_changes (actor);
create index workspace_changes_person_idx on public.workspace_changes (person);

create index workspace_members_joined_idx on public.workspace_members (workspace_id, created_at, user_id);
create index workspace_members_owner_idx on public.workspace_members (workspace_id) where role = 'owner';

-- The workspace of the person's new meetings. Null, or a workspace that they left: that of their oldest membership.
alter table public.profiles add column workspace_id uuid references public.workspaces on delete set null;
create index profiles_workspace_id_idx on public.profiles (workspace_id);

create or replace function private.default_workspace_id(p_user_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select members.workspace_id
    from public.workspace_members as members
    join public.profiles on profiles.id = members.user_id
    where members.user_id = p_user_id and private.has_account(p_user_id)
    order by members.workspace_id is not distinct from profiles.workspace_id desc, members.created_at, members.workspace_id
    limit 1
  );
end
$$;
