-- A bounded log of changes. Thirty changes a minute, of three settings each, were 129,600 rows a day and person.

create index workspace_changes_actor_at_idx on public.workspace_changes (actor, at);
drop index public.workspace_changes_actor_idx;

-- The most changes of a person in a day, in all workspaces together.
create function private.max_changes_per_day() returns int
language plpgsql immutable set search_path = '' as $$
begin
  return 300;
end
$$;

-- Stores a change of a workspace, or refuses it.
create or replace function private.log_change(
  p_workspace_id uuid, p_action text, p_actor uuid, p_person uuid default null, p_detail jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from public.workspace_changes where actor = p_actor and at > now() - interval '1 day')
    >= private.max_changes_per_day()
  then
    perform private.raise_error('request/rate-limited');
  end if;
  insert into public.workspace_changes (workspace_id, action, actor, person, detail)
  values (p_workspace_id, p_action, p_actor, p_person, p_detail);
end
$$;
