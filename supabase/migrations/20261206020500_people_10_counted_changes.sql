-- A full log of changes stops nobody from taking rights away. The thief of an older session could fill it with settings, and its owner could not
-- remove the account that the thief let in.

-- Returns whether a change needs an earlier one that was counted, and takes rights away, protects, or ends a request. So its number has a
-- limit, too.
create function private.undoes_counted_change(p_action text, p_detail jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_action in ('member-removed', 'member-left', 'invitation-revoked', 'deletion-withdrawn', 'factor-reset-declined')
    or p_action = 'two-factor-changed' and p_detail ->> 'to' = 'on'
    or p_action = 'role-changed' and (
      p_detail ->> 'to' = 'member' or p_detail ->> 'from' = 'owner' and p_detail ->> 'to' = 'admin'
    );
end
$$;

-- As before, but such changes are stored always, and requests to reset a factor have a limit of their own.
create or replace function private.log_change(
  p_workspace_id uuid, p_action text, p_actor uuid, p_person uuid default null, p_detail jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.undoes_counted_change(p_action, p_detail)
    and (
      select count(*) from public.workspace_changes
      where actor = p_actor
        and at > now() - interval '1 day'
        and (p_action <> 'factor-reset-asked' or action = p_action)
    ) >= private.max_changes_per_day()
  then
    perform private.raise_error('request/rate-limited');
  end if;
  insert into public.workspace_changes (workspace_id, action, actor, person, detail)
  values (p_workspace_id, p_action, p_actor, p_person, p_detail);
end
$$;
