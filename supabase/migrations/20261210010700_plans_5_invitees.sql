-- Functions that invite people to a series and remove them.

-- Rejects an address that nobody can have, and an unknown language or zone.
create function private.require_invitee_address(p_invitee jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  address text := private.measured(p_invitee ->> 'email', 'workspaces.email.max', 'mail/malformed');
begin
  if (
    char_length(address) between private.limit_value('workspaces.email.min') and private.limit_value('workspaces.email.max')
    and address = lower(address)
    and address ~ '^[^@\s<>()\[\]\\,;:"]+@[^@\s<>()\[\]\\,;:"]+\.[^@\s<>()\[\]\\,;:".]+$'
  ) is not true then
    perform private.raise_error('mail/malformed');
  elsif not private.is_language(coalesce(p_invitee ->> 'language', '')) then
    perform private.raise_error('language/unknown');
  elsif not private.is_time_zone(coalesce(p_invitee ->> 'zone', '')) then
    perform private.raise_error('time-zone/unknown');
  end if;
end
$$;

-- Adds an invitee to a series, unless it has them. Only members can be invited by id.
create function private.add_invitee(p_user_id uuid, p_series public.meeting_series, p_invitee jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  member_id uuid;
begin
  member_id := (p_invitee ->> 'user_id')::uuid;
  if member_id is null then
    perform private.require_invitee_address(p_invitee);
  elsif private.membership_role(member_id, p_series.workspace_id) is null or p_invitee ? 'email' then
    perform private.raise_error('request/invalid');
  end if;
  insert into public.series_invitees (series_id, workspace_id, user_id, email, language, zone, invited_by)
  values (
    p_series.id, p_series.workspace_id, member_id, p_invitee ->> 'email',
    case when member_id is null then p_invitee ->> 'language' end, case when member_id is null then p_invitee ->> 'zone' end,
    p_user_id
  )
  on conflict do nothing;
exception when invalid_text_representation then
  perform private.raise_error('request/invalid');
end
$$;

-- Invites members by `user_id`, and addresses by `email`, `language` and `zone`. Returns the series.
create function private.invite_to_series(p_series_id uuid, p_invitees jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  series public.meeting_series;
  invitees jsonb[];
begin
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  perform private.require_json_size(p_invitees, 50000, 'request/too-large');
  invitees := array(select private.object_list(p_invitees, private.limit_value('plans.invitees')));
  -- Serialize the invitations of one person, so that the quota counts all of them.
  perform private.lock_user(caller_id);
  series := private.lock_series(caller_id, p_series_id, null);
  perform private.require_invitations_left(caller_id, series, cardinality(invitees));
  perform private.add_invitee(caller_id, series, invitee) from unnest(invitees) as invitee;
  return private.series_json(caller_id, series);
end
$$;
grant execute on function private.invite_to_series(uuid, jsonb) to authenticated;

create function public.invite_to_series(p_series_id uuid, p_invitees jsonb) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.invite_to_series(p_series_id, p_invitees)
$$;
grant execute on function public.invite_to_series(uuid, jsonb) to authenticated;

-- Removes an invitee. Their link stops at once. A repeat changes nothing.
create function private.remove_invitee(p_series_id uuid, p_invitee_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  series public.meeting_series;
begin
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  series := private.lock_series(caller_id, p_series_id, null);
  update public.series_invitees set removed_at = now(), token_hash = null, address_hash = null
  where id = p_invitee_id and series_id = series.id and removed_at is null;
  return private.series_json(caller_id, series);
end
$$;
grant execute on function private.remove_invitee(uuid, uuid) to authenticated;

create function public.remove_invitee(p_series_id uuid, p_invitee_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.remove_invitee(p_series_id, p_invitee_id)
$$;
grant execute on function public.remove_invitee(uuid, uuid) to authenticated;
