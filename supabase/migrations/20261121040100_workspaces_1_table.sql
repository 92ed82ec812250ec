-- Workspaces and their members.

-- A workspace holds the meetings of a group. Members read its meetings whether they attended or not. Every account
-- has a workspace from the start; guests have none.
create table public.workspaces (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  -- The translators that may receive text: the server's engines, only the reader's own device, or none.
  translation_policy text not null default 'server' check (translation_policy in ('device', 'server', 'off')),
  retention_days int not null default 30 check (retention_days between 1 and 365),
  created_at timestamptz not null default now()
);
revoke all on public.workspaces from public, anon, authenticated, service_role;
alter table public.workspaces enable row level security;

create table public.workspace_members (
  workspace_id uuid not null references public.workspaces on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
revoke all on public.workspace_members from public, anon, authenticated, service_role;
alter table public.workspace_members enable row level security;

create index workspace_members_user_id_idx on public.workspace_members (user_id, created_at);

-- Returns whether the user has at least this role. Guests have no role, whatever the rows or the token contain.
create function private.has_workspace_role(p_user_id uuid, p_workspace_id uuid, p_min_role text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.workspace_members
    where workspace_id = p_workspace_id
      and user_id = p_user_id
      and array_position(array['member', 'admin', 'owner'], role)
        >= array_position(array['member', 'admin', 'owner'], p_min_role)
  ) and private.has_account(p_user_id);
end
$$;

-- Returns the workspace of the user's new meetings: the one with their oldest membership. Null for guests.
create function private.default_workspace_id(p_user_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select workspace_id from public.workspace_members
    where user_id = p_user_id and private.has_account(p_user_id)
    order by created_at, workspace_id
    limit 1
  );
end
$$;
