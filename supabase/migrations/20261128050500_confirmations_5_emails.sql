-- Emails to attendees who have not answered: one after the call, and one reminder a day later.

-- Returns the people who are due for an email, with the line that they are asked about. Each text counts anew. Nobody gets an
-- email during the call, about a text that is still being changed, or before the owner of the task has answered.
create function private.due_confirmation_emails(p_limit int)
returns table (line public.lines, user_id uuid, recipient text, reminder boolean, asked_by uuid)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select due.line, due.user_id, due.recipient, due.reminder, due.asked_by
  from (
    select
      lines as line,
      attendance.user_id,
      users.email::text as recipient,
      sent.first_at is not null as reminder,
      confirmations.asked_by,
      confirmations.asked_at
    from public.confirmations
    join public.lines on lines.id = confirmations.line_id and lines.deleted_at is null
    join public.line_marks on line_marks.line_id = lines.id and line_marks.kind in ('decision', 'task')
    join public.calls on calls.id = confirmations.call_id
    join public.attendance on attendance.call_id = confirmations.call_id
    join auth.users on users.id = attendance.user_id
      and users.email is not null
      and users.email_confirmed_at is not null
      and not users.is_anonymous
    cross join lateral (
      select
        min(links.created_at) as first_at,
        coalesce(bool_or(links.reminder), false) as reminded
      from private.confirmation_links as links
      where links.line_id = lines.id and links.user_id = attendance.user_id and links.revision = lines.revision
    ) as sent
    where confirmations.asked_at between now() - private.limit_interval('confirmations.linkTtlMs')
        and now() - private.limit_interval('confirmations.emailDelayMs')
      and private.call_ended_at(calls) is not null
      and not sent.reminded
      and (sent.first_at is null or sent.first_at <= now() - private.limit_interval('confirmations.reminderDelayMs'))
      and not exists (
        select from public.confirmation_answers as answers
        where answers.line_id = lines.id
          and answers.user_id = attendance.user_id
          and answers.revision = lines.revision
      )
      and private.has_attended(attendance.user_id, confirmations.call_id)
      and not private.waits_for_owner(attendance.user_id, lines)
  ) as due
  order by due.asked_at
  limit p_limit;
end
$$;

-- Adds the emails that are due to the outbox, each with a new link. Returns their number. The token stays in the outbox until
-- the email is sent; elsewhere only its hash is stored.
create function private.queue_confirmation_emails(p_limit int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  line public.lines;
  token text;
  text_length constant int := private.limit_value('confirmations.emailTextLength');
  queued int := 0;
begin
  delete from private.confirmation_links where expires_at < now();
  for due in
    select * from private.due_confirmation_emails(
      least(p_limit, private.limit_value('confirmations.emailsPerRun')::int)
    )
  loop
    line := due.line;
    continue when (
      select count(*) from private.confirmation_links
      where user_id = due.user_id and created_at > now() - interval '1 day'
    ) >= private.limit_value('confirmations.emailsPerPersonInDay');
    token := encode(extensions.gen_random_bytes(32), 'hex');
    insert into private.confirmation_links (token_hash, line_id, user_id, revision, reminder, expires_at)
    values (
      sha256(decode(token, 'hex')), line.id, due.user_id, line.revision, due.reminder,
      now() + private.limit_interval('confirmations.linkTtlMs')
    )
    on conflict do nothing;
    continue when not found;
    perform private.enqueue_email(
      concat_ws(':', 'confirmation', line.id, line.revision, due.user_id, due.reminder),
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
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
grant execute on function private.queue_confirmation_emails(int) to service_role;

create function public.queue_confirmation_emails(p_limit int) returns int
language sql security invoker set search_path = '' as $$
  select private.queue_confirmation_emails(p_limit)
$$;
grant execute on function public.queue_confirmation_emails(int) to service_role;

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
