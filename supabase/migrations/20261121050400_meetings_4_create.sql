-- Opening a meeting, and its code.

create function private.new_code() returns text
language plpgsql volatile set search_path = '' as $$
begin
  return (
    with random as materialized (
      select ('x' || encode(extensions.gen_random_bytes(8), 'hex'))::bit(64) as bits
    )
    select string_agg(
      substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits from 5 * place + 1 for 5)::bit(5)::int, 1),
      '' order by place
    )
    from random, generate_series(0, 11) as place
  );
end
$$;

-- A code as typed: any case, dashes or none; `o` reads as 0, `i` and `l` as 1. Null when it cannot be one.
create function private.read_code(typed text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select code
    from translate(
      lower(regexp_replace(coalesce(typed, ''), '[' || private.blanks() || '-]', '', 'g')), 'oil', '011'
    ) as code
    where code ~ '^[0-9a-hjkmnp-tv-z]{12}$'
  );
end
$$;

create function private.meeting_by_code(typed text) returns public.meetings
language plpgsql stable set search_path = '' as $$
declare
  wanted text := private.read_code(typed);
  meeting public.meetings;
begin
  if wanted is null then
    perform private.fail('code/malformed');
  end if;
  select * into meeting from public.meetings where code = wanted;
  if not found then
    perform private.fail('meeting/not-found');
  end if;
  return meeting;
end
$$;

-- Refuses what no meeting can be: of members without a workspace.
create function private.require_manner(wanted_access text, wanted_keep text, workspace uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if wanted_access is null
    or wanted_access not in ('open', 'knock', 'members')
    or (wanted_access = 'members' and workspace is null)
    or wanted_keep is null
    or wanted_keep not in ('days', 'nothing')
  then
    perform private.fail('request/invalid');
  end if;
end
$$;

create function private.create_meeting(new_id uuid, raw_title text, new_access text, new_keep text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_title text := nullif(private.clean_name(raw_title), '');
  home uuid;
  meeting public.meetings;
begin
  if new_id is null then
    perform private.fail('request/invalid');
  elsif char_length(clean_title) > private.bound('title.max') then
    perform private.fail('title/too-long');
  end if;

  -- One person's presses come one after another, so that the limit counts them all.
  perform private.lock_person(me);
  home := private.first_workspace(me);
  perform private.require_manner(new_access, new_keep, home);
  select * into meeting from public.meetings where id = new_id;
  if not found then
    if (
      select count(*) from public.meetings where host = me and created_at > now() - interval '1 hour'
    ) >= private.bound('meetingsPerHour') then
      perform private.fail('request/rate-limited');
    end if;
    insert into public.meetings (id, code, title, host, workspace_id, access, keep, expires_at)
    values (
      new_id, private.new_code(), clean_title, me, home, new_access, new_keep,
      case when home is null then now() + private.span('guestMeetingLife') end
    )
    on conflict (id) do nothing
    returning * into meeting;
  end if;
  if meeting.host is distinct from me then
    perform private.fail('request/not-allowed');
  end if;
  return jsonb_build_object('meeting_id', meeting.id, 'code', meeting.code);
end
$$;
grant execute on function private.create_meeting(uuid, text, text, text) to authenticated;

create function public.create_meeting(
  id uuid, title text default null, access text default 'open', keep text default 'days'
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.create_meeting(id, title, access, keep)
$$;
grant execute on function public.create_meeting(uuid, text, text, text) to authenticated;
