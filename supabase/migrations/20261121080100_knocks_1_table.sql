-- The waiting room: users who wait are not participants yet. Only moderators read the whole table.

create table public.knocks (
  meeting_id uuid not null references public.meetings on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  display_name text not null check (char_length(display_name) between 1 and 60),
  speaks text not null check (private.is_language(speaks)),
  reads text not null check (private.is_language(reads)),
  knocked_at timestamptz not null default now(),
  -- Null while the user waits.
  denied_at timestamptz,
  primary key (meeting_id, user_id)
);
revoke all on public.knocks from public, anon, authenticated, service_role;
alter table public.knocks enable row level security;

create index knocks_user_id_idx on public.knocks (user_id);

-- Knocks expire by themselves; no scheduled job ends them.
create function private.is_waiting(p_knock public.knocks) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_knock.denied_at is null and p_knock.knocked_at > now() - private.limit_interval('knockTtlMs');
end
$$;

create function private.waiting_participant_json(p_knock public.knocks) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'user_id', p_knock.user_id,
    'display_name', p_knock.display_name,
    'speaks', p_knock.speaks,
    'reads', p_knock.reads,
    'knocked_at', p_knock.knocked_at
  );
end
$$;

-- Returns the state of a knock for the user who knocked. A missing row means that the knock was withdrawn, or expired
-- long ago and was deleted.
create function private.knock_status_json(p_meeting_id uuid, p_knock public.knocks) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('meeting_id', p_meeting_id) || case
    when p_knock.denied_at is not null then
      jsonb_build_object(
        'admission', 'denied',
        'again_at', p_knock.denied_at + private.limit_interval('deniedKnockDelayMs')
      )
    when private.is_waiting(p_knock) then
      jsonb_build_object(
        'admission', 'waiting',
        'until', p_knock.knocked_at + private.limit_interval('knockTtlMs'),
        'moderated', private.is_moderated(p_meeting_id)
      )
    else jsonb_build_object('admission', 'ended', 'ran_out', p_knock.user_id is not null)
  end;
end
$$;

create function private.moderators_topic(p_meeting_id uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'moderators:' || p_meeting_id;
end
$$;

create function private.knock_topic(p_meeting_id uuid, p_user_id uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'knock:' || p_meeting_id || ':' || p_user_id;
end
$$;

-- Notifies moderators, who then request `waiting_participants`. The event has no payload, because former moderators receive the
-- topic until their token is renewed.
create function private.broadcast_waiting_changed(p_meeting_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.broadcast(private.moderators_topic(p_meeting_id), 'waiting_participants_changed', '{}');
end
$$;

create function private.broadcast_to_knock(
  p_meeting_id uuid, p_user_id uuid, p_event text, p_payload jsonb default '{}'
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.broadcast(
    private.knock_topic(p_meeting_id, p_user_id), p_event, jsonb_build_object('meeting_id', p_meeting_id) || p_payload
  );
end
$$;
