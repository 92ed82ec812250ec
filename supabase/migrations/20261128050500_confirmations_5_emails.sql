-- Emails to attendees who have not answered: one after the call, and one reminder a day later.

-- Returns those of the pairs for which an email is open, with the line that the person is asked about. Each text counts anew.
-- Nobody gets an email during the call, about a text that is still being changed, or before the owner of the task has answered.
create function private.open_confirmation_emails(p_line_ids uuid[], p_user_ids uuid[]) returns table (
  line public.lines, user_id uuid, recipient text, reminder boolean,
  asked_by uuid, asked_at timestamptz, meeting_id uuid, payer uuid, of_guests boolean
)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select
    lines,
    pair.user_id,
    users.email::text,
    sent.first_at is not null,
    confirmations.asked_by,
    confirmations.asked_at,
    meetings.id,
    coalesce(meetings.workspace_id, meetings.host, meetings.id),
    meetings.workspace_id is null
  from unnest(p_line_ids, p_user_ids) as pair (line_id, user_id)
  join public.confirmations on confirmations.line_id = pair.line_id
  join public.lines on lines.id = confirmations.line_id and lines.deleted_at is null
  join public.meetings on meetings.id = lines.meeting_id
  join public.line_marks on line_marks.line_id = lines.id and line_marks.kind in ('decision', 'task')
  join public.calls on calls.id = confirmations.call_id
  join auth.users on users.id = pair.user_id
  cross join lateral (
    select
      min(links.created_at) as first_at,
      coalesce(bool_or(links.reminder), false) as reminded
    from private.confirmation_links as links
    where links.line_id = lines.id and links.user_id = pair.user_id and links.revision = lines.revision
  ) as sent
  where confirmations.asked_at between now() - private.limit_interval('confirmations.linkTtlMs')
      and now() - private.limit_interval('confirmations.emailDelayMs')
    and not sent.reminded
    and (sent.first_at is null or sent.first_at <= now() - private.limit_interval('confirmations.reminderDelayMs'))
    and not exists (
      select from public.confirmation_answers as answers
      where answers.line_id = lines.id
        and answers.user_id = pair.user_id
        and answers.revision = lines.revision
    )
    and private.call_ended_at(calls) is not null
    and private.has_attended(pair.user_id, confirmations.call_id)
    and not private.waits_for_owner(pair.user_id, lines);
end
$$;

-- Returns those of the pairs whose emails are to be queued: the open ones within the shares of a day. A person gets one about a line, three about a
-- meeting, ten in all; a guest who hosts has ten, a workspace up to half of all, and all guests who host a quarter. Each share is
-- taken before the next, and those that are used up are left out first, so nobody's open emails stand before those of others.
create function private.due_confirmation_emails(
  p_limit int, p_in_day int, p_line_ids uuid[], p_user_ids uuid[]
) returns table (
  line public.lines, user_id uuid, recipient text, reminder boolean,
  asked_by uuid, asked_at timestamptz, meeting_id uuid, payer uuid, of_guests boolean
)
language plpgsql stable set search_path = '' as $$
declare
  per_person constant int := private.limit_value('confirmations.emailsPerPersonInDay');
  per_meeting constant int := private.limit_value('confirmations.emailsPerPersonInMeeting');
  per_guest constant int := least(private.limit_value('confirmations.emailsPerGuestHost'), p_in_day);
  per_workspace constant int := least(private.limit_value('confirmations.emailsPerWorkspace'), (p_in_day + 1) / 2);
  guests_left int;
  all_left int;
begin
  select (p_in_day + 3) / 4 - count(*) filter (where sent.of_guests), p_in_day - count(*) into guests_left, all_left
  from private.confirmation_emails as sent
  where sent.queued_at > now() - interval '1 day';
  if least(p_limit, all_left) <= 0 then
    return;
  end if;
  return query
  with sent as materialized (
    select * from private.confirmation_emails where queued_at > now() - interval '1 day'
  ),
  candidates as materialized (
    select
      lines.id as line_id,
      pair.user_id,
      per_person - coalesce(persons.emails, 0) as left_of_person,
      per_meeting - coalesce(pairs.emails, 0) as left_of_meeting,
      case when meetings.workspace_id is null then per_guest else per_workspace end
        - coalesce(payers.emails, 0) as left_of_payer
    from unnest(p_line_ids, p_user_ids) as pair (line_id, user_id)
    join public.lines on lines.id = pair.line_id
    join public.meetings on meetings.id = lines.meeting_id
    left join (select sent.user_id as id, count(*) as emails from sent group by 1) as persons on persons.id = pair.user_id
    left join (
      select sent.user_id as id, sent.meeting_id as meeting, count(*) as emails from sent group by 1, 2
    ) as pairs on pairs.id = pair.user_id and pairs.meeting = meetings.id
    left join (select sent.payer as id, count(*) as emails from sent group by 1) as payers
      on payers.id = coalesce(meetings.workspace_id, meetings.host, meetings.id)
    where (guests_left > 0 or meetings.workspace_id is not null) and not exists (
      select from sent where sent.user_id = pair.user_id and sent.line_id = lines.id
    )
  ),
  with_room as (
    select * from candidates where least(left_of_person, left_of_meeting, left_of_payer) > 0
  ),
  open as (
    select open.*, with_room.left_of_person, with_room.left_of_meeting, with_room.left_of_payer
    from (
      select array_agg(with_room.line_id) as lines, array_agg(with_room.user_id) as users from with_room
    ) as asked
    cross join lateral private.open_confirmation_emails(asked.lines, asked.users) as open
    join with_room on with_room.line_id = (open.line).id and with_room.user_id = open.user_id
  ),
  in_meeting as (
    select
      open.*,
      row_number() over (
        partition by open.user_id, open.meeting_id order by open.asked_at, (open.line).id
      ) as place_in_meeting
    from open
  ),
  in_person as (
    select
      in_meeting.*,
      row_number() over (
        partition by in_meeting.user_id order by in_meeting.asked_at, (in_meeting.line).id
      ) as place_of_person
    from in_meeting
    where place_in_meeting <= left_of_meeting
  ),
  in_payer as (
    select
      in_person.*,
      row_number() over (
        partition by in_person.payer
        order by in_person.place_of_person, in_person.asked_at, (in_person.line).id, in_person.user_id
      ) as place_of_payer
    from in_person
    where place_of_person <= left_of_person
  ),
  in_guests as (
    select
      in_payer.*,
      row_number() over (
        partition by in_payer.of_guests order by in_payer.place_of_payer, in_payer.asked_at, in_payer.user_id
      ) as place_of_guests
    from in_payer
    where place_of_payer <= left_of_payer
  )
  select
    found.line, found.user_id, found.recipient, found.reminder,
    found.asked_by, found.asked_at, found.meeting_id, found.payer, found.of_guests
  from in_guests as found
  where not found.of_guests or place_of_guests <= guests_left
  -- Hosts take turns.
  order by place_of_payer, found.asked_at, found.user_id
  limit least(p_limit, all_left);
end
$$;

-- Adds the emails that are due in the turns of this run to the outbox, each with a new link. `p_in_day` is the operator's number
-- for all in a day, null is the default. Returns their number. The token stays in the outbox until the email is sent; elsewhere only its hash is stored.
create function private.queue_confirmation_emails(p_limit int, p_in_day int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  in_day constant int := coalesce(p_in_day, private.limit_value('confirmations.emailsInDay')::int);
  turns record;
  due record;
  line public.lines;
  token text;
  email_key text;
  text_length constant int := private.limit_value('confirmations.emailTextLength');
  queued int := 0;
begin
  delete from private.confirmation_links where expires_at < now();
  delete from private.confirmation_emails where queued_at < now() - interval '1 day';
  if (select count(*) from private.confirmation_emails) >= in_day then
    return 0;
  end if;
  select * into turns from private.take_confirmation_turns();
  for due in
    select * from private.due_confirmation_emails(
      least(p_limit, private.limit_value('confirmations.emailsPerRun')::int), in_day, turns.line_ids, turns.user_ids
    )
  loop
    line := due.line;
    token := encode(extensions.gen_random_bytes(32), 'hex');
    insert into private.confirmation_links (
      token_hash, line_id, user_id, revision, address_hash, reminder, expires_at
    )
    values (
      sha256(decode(token, 'hex')), line.id, due.user_id, line.revision, private.address_hash(due.recipient), due.reminder,
      now() + private.limit_interval('confirmations.linkTtlMs')
    )
    on conflict do nothing;
    continue when not found;
    insert into private.confirmation_emails (user_id, line_id, meeting_id, payer, of_guests)
    values (due.user_id, line.id, due.meeting_id, due.payer, due.of_guests);
    email_key := concat_ws(':', 'confirmation', line.id, line.revision, due.user_id, due.reminder);
    perform private.enqueue_email(
      email_key,
      due.recipient,
      'confirmation',
      'en',
      (
        select jsonb_build_object(
          'token', token,
          'reminder', due.reminder,
          'reads', reader.reads,
          'kind', (select kind from public.line_marks where line_id = line.id),
          'author', (
            select display_name from public.participants where meeting_id = line.meeting_id and user_id = line.author
          ),
          'writer', private.writer_name(line),
          'asker', (
            select display_name from public.participants
            where meeting_id = line.meeting_id and user_id = due.asked_by
          ),
          'title', meetings.title,
          'host_name', private.host_name(meetings),
          'said_at', coalesce(line.spoken_at, line.created_at),
          'time_zone', profiles.time_zone,
          'text', left(line.text, text_length),
          'language', line.language,
          'translation', left(private.text_read(line, reader.reads), text_length)
        )
        from public.meetings
        join public.participants as reader on reader.meeting_id = meetings.id and reader.user_id = due.user_id
        join public.profiles on profiles.id = due.user_id
        where meetings.id = line.meeting_id
      )
    );
    update private.outbox_emails set link = sha256(decode(token, 'hex')) where key = email_key;
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
grant execute on function private.queue_confirmation_emails(int, int) to service_role;

create function public.queue_confirmation_emails(p_limit int, p_in_day int default null) returns int
language sql security invoker set search_path = '' as $$
  select private.queue_confirmation_emails(p_limit, p_in_day)
$$;
grant execute on function public.queue_confirmation_emails(int, int) to service_role;

-- Deletes what an email contains as soon as it is sent or given up, because it may have a link and words of a meeting.
create function private.forget_email_payload() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.payload := '{}';
  return new;
end
$$;

create trigger forget_email_payload
before update of state on private.outbox_emails
for each row when (new.state <> 'waiting') execute function private.forget_email_payload();

-- Leases due emails. Two senders get different ones. A lease far in the future was given before the clock was set
-- back, and does not count.
create or replace function private.lease_emails(p_limit int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  new_lease uuid := gen_random_uuid();
  emails jsonb;
begin
  perform private.drop_waiting_emails();
  with due as (
    select id from private.outbox_emails
    where state = 'waiting'
      and next_attempt_at <= now()
      and (
        lease_until is null
        or lease_until <= now()
        or lease_until > now() + 2 * private.limit_interval('email.leaseMs')
      )
    order by next_attempt_at
    limit least(p_limit, private.limit_value('email.perBatch')::int)
    for update skip locked
  ),
  leased as (
    update private.outbox_emails
    set lease = new_lease, lease_until = now() + private.limit_interval('email.leaseMs')
    where id in (select id from due)
    returning id, recipient, template, locale, payload
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', id, 'recipient', recipient, 'template', template, 'locale', locale, 'payload', payload
      )
    ),
    '[]'
  )
  into emails
  from leased;
  return jsonb_build_object('lease', new_lease, 'emails', emails);
end
$$;
