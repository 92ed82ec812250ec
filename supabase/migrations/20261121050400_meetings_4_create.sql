-- Functions that create a meeting and its code.

create function private.new_meeting_code() returns text
language plpgsql volatile set search_path = '' as $$
begin
  return (
    with random as materialized (
      select ('x' || encode(extensions.gen_random_bytes(8), 'hex'))::bit(64) as bits
    )
    select string_agg(
      substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits from 5 * digit + 1 for 5)::bit(5)::int, 1),
      '' order by digit
    )
    from random, generate_series(0, 11) as digit
  );
end
$$;

-- Parses a code in any case and width, with or without dashes: `o` is read as 0, `i` and `l` as 1, Arabic and Persian
-- digits as ASCII ones. Returns null for anything else. Pages replace the digits of other scripts themselves.
create function private.parse_meeting_code(p_code text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(p_code) > 1000 then
    return null;
  end if;
  return (
    select code
    from translate(
      lower(
        regexp_replace(
          normalize(private.clean_name(p_code), NFKC),
          '[' || private.whitespace_characters() || private.joiner_characters() || '\u2010-\u2015\u2212-]', '', 'g'
        )
      ),
      'oil٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01101234567890123456789'
    ) as code
    where code ~ '^[0-9a-hjkmnp-tv-z]{12}$'
  );
end
$$;

create function private.meeting_by_code(p_code text) returns public.meetings
language plpgsql stable set search_path = '' as $$
declare
  parsed_code text := private.parse_meeting_code(p_code);
  meeting public.meetings;
begin
  if parsed_code is null then
    perform private.raise_error('code/malformed');
  end if;
  select * into meeting from public.meetings where code = parsed_code;
  if not found then
    perform private.raise_error('meeting/not-found');
  end if;
  return meeting;
end
$$;

-- Rejects invalid settings, such as members-only access without a workspace.
create function private.require_meeting_settings(p_access text, p_keep text, p_workspace_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_access is null
    or p_access not in ('open', 'knock', 'members')
    or (p_access = 'members' and p_workspace_id is null)
    or p_keep is null
    or p_keep not in ('days', 'nothing')
  then
    perform private.raise_error('request/invalid');
  end if;
end
$$;

create function private.create_meeting(p_meeting_id uuid, p_title text, p_access text, p_keep text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_title text := nullif(private.clean_name(private.measured(p_title, 'title.max', 'title/too-long')), '');
  default_workspace uuid;
  meeting public.meetings;
begin
  if p_meeting_id is null then
    perform private.raise_error('request/invalid');
  elsif char_length(clean_title) > private.limit_value('title.max') then
    perform private.raise_error('title/too-long');
  end if;

  -- Serialize the creations of one user, so that the rate limit counts all of them.
  perform private.lock_user(caller_id);
  default_workspace := private.default_workspace_id(caller_id);
  perform private.require_meeting_settings(p_access, p_keep, default_workspace);
  select * into meeting from public.meetings where id = p_meeting_id;
  if not found then
    if (
      select count(*) from public.meetings where host = caller_id and created_at > now() - interval '1 hour'
    ) >= private.limit_value('meetingsPerHour') then
      perform private.raise_error('request/rate-limited');
    end if;
    insert into public.meetings (id, code, title, host, workspace_id, access, keep, expires_at)
    values (
      p_meeting_id, private.new_meeting_code(), clean_title, caller_id, default_workspace, p_access, p_keep,
      case when default_workspace is null then now() + private.limit_interval('guestMeetingTtlMs') end
    )
    on conflict (id) do nothing
    returning * into meeting;
  end if;
  if meeting.host is distinct from caller_id then
    perform private.raise_error('request/not-allowed');
  end if;
  return jsonb_build_object('meeting_id', meeting.id, 'code', meeting.code);
end
$$;
grant execute on function private.create_meeting(uuid, text, text, text) to authenticated;

create function public.create_meeting(
  p_meeting_id uuid, p_title text default null, p_access text default 'open', p_keep text default 'days'
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.create_meeting(p_meeting_id, p_title, p_access, p_keep)
$$;
grant execute on function public.create_meeting(uuid, text, text, text) to authenticated;
