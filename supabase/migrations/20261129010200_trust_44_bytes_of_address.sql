-- People of an address have a fifth of the bytes of all, as guests have of the bytes of guests: somebody can have twenty accounts.

create or replace function private.quota_scopes(
  p_kind text,
  p_user_id uuid,
  p_meeting_id uuid,
  p_address uuid,
  out scope text,
  out subject uuid,
  out day_limit bigint,
  out hour_limit bigint
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  nil_id constant uuid := '00000000-0000-0000-0000-000000000000';
  v_workspace_id uuid := (select workspace_id from public.meetings where id = p_meeting_id);
  is_shared boolean := v_workspace_id is null;
  all_limit bigint := private.limit_value(p_kind || 'Quota.all');
  workspace_limit bigint := private.limit_value(p_kind || 'Quota.workspace');
  meeting_limit bigint := least(
    private.limit_value(p_kind || 'Quota.meeting'),
    all_limit / private.limit_value('quotaShares.meeting'),
    case when is_shared then workspace_limit / private.limit_value('quotaShares.meeting') end
  );
  is_of_bytes boolean := p_kind in ('file', 'index');
  hours bigint := case when not is_of_bytes then private.limit_value('quotaShares.hour') end;
  addresses bigint := private.limit_value('quotaShares.address');
  is_guest boolean := is_shared or not private.has_workspace_role(p_user_id, v_workspace_id, 'member');
  guest_limit bigint := meeting_limit
    / private.limit_value('quotaShares.' || case when is_shared then 'guestOfGuests' else 'guest' end);
  user_limit bigint := private.limit_value(p_kind || 'Quota.user');
begin
  -- Bytes have no shares by hour, but a person has one: of all, and of what guests have in all their meetings.
  -- Otherwise two people with twenty meetings would use up the day of all guests.
  if is_of_bytes then
    user_limit := least(user_limit, all_limit / private.limit_value('quotaShares.person'));
  end if;
  if is_of_bytes and is_shared then
    return query select 'user_of_guests', p_user_id, guest_limit, null::bigint;
  end if;
  return query
  values
    ('all', nil_id, all_limit, all_limit / hours),
    (
      'workspace', coalesce(v_workspace_id, nil_id), workspace_limit,
      case when is_shared then workspace_limit / hours end
    ),
    ('meeting', p_meeting_id, meeting_limit, null),
    ('user', p_user_id, user_limit, null);
  if is_guest then
    return query select 'guest', md5(p_user_id::text || p_meeting_id)::uuid, guest_limit, null::bigint;
  end if;
  if is_guest and not is_shared then
    return query
    values
      ('guests', p_meeting_id, meeting_limit * 3 / 4, null::bigint),
      ('workspace_guests', v_workspace_id, workspace_limit * 3 / 4, null);
  end if;
  if p_address is not null then
    return query select 'address', p_address, all_limit / addresses, all_limit / hours / addresses;
  end if;
  if p_address is not null and is_shared then
    return query select
      'guests_address', p_address, workspace_limit / addresses, workspace_limit / hours / addresses;
  end if;
end
$$;

create or replace function private.is_shared_bucket(p_scope text, p_subject uuid) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_scope in ('all', 'address', 'guests_address')
    or (p_scope = 'workspace' and p_subject = '00000000-0000-0000-0000-000000000000');
end
$$;
