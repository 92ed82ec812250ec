-- No row has the nil id. Guests' shares of quotas stand under it, cursors begin with it, and clients choose the ids of what they create.

create function private.refuse_nil_id() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.raise_error('request/invalid');
  return null;
end
$$;

create trigger refuse_nil_id before insert on public.workspaces
for each row when (new.id = '00000000-0000-0000-0000-000000000000') execute function private.refuse_nil_id();

create trigger refuse_nil_id before insert on public.meetings
for each row when (new.id = '00000000-0000-0000-0000-000000000000') execute function private.refuse_nil_id();

create trigger refuse_nil_id before insert on public.lines
for each row when (new.id = '00000000-0000-0000-0000-000000000000') execute function private.refuse_nil_id();

create trigger refuse_nil_id before insert on public.glossary_terms
for each row when (new.id = '00000000-0000-0000-0000-000000000000') execute function private.refuse_nil_id();

create trigger refuse_nil_id before insert on public.workspace_invitations
for each row when (new.id = '00000000-0000-0000-0000-000000000000') execute function private.refuse_nil_id();
